/** The codes of the roles, in their order. */
export const allRoles = ['a', 'b', 'c', 'd'] as const;
