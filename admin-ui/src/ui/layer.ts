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

/**
 * Keeps the place of messages in the uppermost dialog, whose scrim would cover it and whose focus never leaves it, else on
 * the page. It is moved and not drawn anew: what it shows keeps its time. The answer ends it.
 */
export const followDialogs = (place: HTMLElement) => {
  const around = layers();
  const follow = () => {
    const dialogs = around.querySelectorAll<HTMLElement>(':scope > .MuiDialog-root > .MuiDialog-container');
    const home = [...dialogs].at(-1) ?? document.body;
    if (place.parentElement === home) return;
    place.parentElement?.querySelector(':scope > [aria-owns]')?.removeAttribute('aria-owns');
    home.append(place);
    home.querySelector(':scope > [aria-modal]')?.setAttribute('aria-owns', place.id); // readers find it inside of the dialog
  };
  const observer = new MutationObserver(follow);
  observer.observe(around, { childList: true });
  follow();
  return () => {
    observer.disconnect();
    place.remove();
  };
};
