/** The address of the screen; an account lies below it under its id, a new one under "new". */
export const base = '/users/admins';
