/** The states in which nothing of an application can be edited any more. */
export const ended = new Set<unknown>(['h', 'rm', 'rv', 'w']);
