/** Whether a mapping cannot be edited any more: it is in use, or was. */
export const isFixed = ({ state }: { state?: unknown }) => state === 'LIVE' || state === 'RETIRED';
