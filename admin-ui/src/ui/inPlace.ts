/**
 * Where a widget puts the dialog it opens: beside itself in the document, so that it belongs to the same page or dialog for
 * readers of the screen and for the order of the keys, and fixed, so that nothing that scrolls cuts it off.
 */
export const inPlace = (label: string, place: () => Element | null | undefined) => ({
  container: () => place() ?? document.body,
  popperOptions: { strategy: 'fixed' as const },
  'aria-label': label,
  'aria-labelledby': undefined, // a picker names the label of a field that MUI draws
});
