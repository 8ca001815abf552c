/** The numbers of so many places: 0, 1, 2 … */
export const places = (count: number) => Array.from({ length: count }, (_, at) => at);
