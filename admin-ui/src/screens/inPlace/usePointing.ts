import { useEffect, useState } from 'react';
import { keysWithin, type Spot, spotAt } from './marks';

const ownBar = '.ip-bar';

const spotOf = ({ target }: Event) =>
  target instanceof Element && !target.closest(ownBar) ? spotAt(target) : undefined;

const stop = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** With Alt the panel is worked as ever. The browser would download a link then, so the click is made anew without it. */
const pass = (event: MouseEvent) => {
  stop(event);
  if (event.target instanceof Element)
    event.target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
};

/** What the focus is on, and after it everything else on the page. */
const allTexts = (): Spot => {
  const element = document.activeElement ?? document.body;
  return { element, keys: [...new Set([...keysWithin(element), ...keysWithin(document.body)])] };
};

/**
 * Gives what a click on a text would edit, and opens it. Clicks made by keys go to the panel as ever; F2 opens the texts of what
 * has the focus, but in a grid, which has a use of its own for it.
 */
export const usePointing = (isOn: boolean, open: (spot: Spot) => void) => {
  const [pointed, setPointed] = useState<Spot>();
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: MouseEvent) => {
      const isByKey = event.type === 'click' && event.detail === 0;
      const spot = isByKey ? undefined : spotOf(event);
      if (!spot) return;
      if (event.altKey) {
        if (event.type === 'click') pass(event);
        return;
      }
      stop(event);
      if (event.type === 'click') open(spot);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || (event.target instanceof Element && event.target.closest('[role=grid]'))) return;
      stop(event);
      open(allTexts());
    };
    const point = (event: Event) => setPointed(spotOf(event));
    const forget = () => setPointed(undefined);
    const presses = ['pointerdown', 'mousedown', 'mouseup', 'click'] as const;
    for (const name of presses) addEventListener(name, press, true);
    addEventListener('keydown', key, true);
    addEventListener('pointerover', point, true);
    addEventListener('scroll', forget, true);
    return () => {
      for (const name of presses) removeEventListener(name, press, true);
      removeEventListener('keydown', key, true);
      removeEventListener('pointerover', point, true);
      removeEventListener('scroll', forget, true);
      forget();
    };
  }, [isOn, open]);
  return { pointed, openAll: () => open(allTexts()) };
};
