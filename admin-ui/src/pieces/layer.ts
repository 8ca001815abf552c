/** Where something floating belongs: into the dialog or the page around its anchor, so that readers find it there. */
export const layerOf = (anchor: HTMLElement | null) =>
  anchor?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"], main') ?? document.body;
