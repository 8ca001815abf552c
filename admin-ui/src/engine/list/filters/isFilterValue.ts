const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

/** Whether a filter can have this value: a text, a number, yes or no, or several of them. */
export const isFilterValue = (value: unknown) => (Array.isArray(value) ? value.every(isScalar) : isScalar(value));
