/** A path with `:id` in place of what names a record, so that it is the same for all of them. */
export const pagePath = (path: string) => path.replace(/\/[^/]*\d[^/]*/g, '/:id').replace(/\/+$/, '') || '/dashboard';
