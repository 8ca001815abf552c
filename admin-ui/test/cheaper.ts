import * as React from 'react';

/** What the element says in its own style, or one around it. */
const inherited = (element: Element, name: string) => {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = (at as HTMLElement).style?.getPropertyValue(name);
    if (own) return own;
  }
  return undefined;
};

/** How elements are displayed by themselves, by name. */
const displays = new Map<string, string>();

/**
 * Makes `getComputedStyle` cheap: it tells what stands in the element's own style, whether it is in sight, and how elements of
 * its name are displayed. jsdom holds each rule of the browser's sheet and of Emotion's against the element, anew after every
 * change; testing-library asks it about everything around what it looks for, and MUI with each letter typed into a field of
 * several lines. No test is about a sheet: ours are not even loaded.
 */
export const makeStylesCheap = () => {
  const real = getComputedStyle;
  const displayOf = (element: HTMLElement) => {
    if (element.hasAttribute('hidden')) return 'none';
    const { localName } = element;
    const display = displays.get(localName) ?? real(document.createElementNS(element.namespaceURI, localName)).display;
    displays.set(localName, display);
    return display;
  };
  const readStyle = (element: HTMLElement, name: string): unknown => {
    if (name === 'display') return element.style.display || displayOf(element);
    if (name === 'visibility') return inherited(element, name) ?? 'visible';
    if (name === 'pointerEvents') return inherited(element, 'pointer-events') ?? 'auto';
    return Reflect.get(element.style, name) ?? '';
  };
  const cheap = (element: Element, pseudo?: string | null) =>
    new Proxy({} as CSSStyleDeclaration, {
      get: (_, key) => {
        const styleOf = (name: string) => (pseudo ? '' : readStyle(element as HTMLElement, name));
        return key === 'getPropertyValue' ? styleOf : styleOf(String(key));
      },
    });
  window.getComputedStyle = cheap;
  if (document.defaultView) document.defaultView.getComputedStyle = cheap;
};

/** Keeps React from writing down for each element, by a stack trace, where it was made: a sixth of the time of the tests. */
export const makeElementsCheap = () => {
  const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => undefined });
};
