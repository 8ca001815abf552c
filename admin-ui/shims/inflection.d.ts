export const humanize: (text: string) => string;
export const inflect: (text: string) => string;
export const pluralize: (text: string) => string;
export const transform: (text: string) => string;
