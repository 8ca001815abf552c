/**
 * Where dialogs and what else lies over the page are drawn: a place of their own, since MUI hides from readers whatever
 * stands beside an open one, and what is said meanwhile must be heard.
 */
export const layers = () =>
  document.getElementById('layers') ??
  document.body.appendChild(Object.assign(document.createElement('div'), { id: 'layers' }));

/** Where something floating belongs: into the dialog or the page around its anchor, so that readers find it there. */
export const layerOf = (anchor: HTMLElement | null) =>
  anchor?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"], main') ?? layers();
