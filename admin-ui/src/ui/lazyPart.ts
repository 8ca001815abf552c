import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';
import { allMessages } from '../providers/messages';

/** A part that comes later. `load` fetches it, for whoever expects that it will be asked for. */
export type LazyPart<P> = FunctionComponent<P> & { load: () => Promise<unknown> };

/** Finds a part; where it fails without a connection, it is tried again as soon as there is one. */
const persist = async <T>(find: () => Promise<T>): Promise<T> => {
  try {
    return await find();
  } catch (fault) {
    if (navigator.onLine) throw fault;
    await new Promise(resolve => addEventListener('online', resolve, { once: true }));
    return persist(find);
  }
};

/** Makes a part that comes later and brings no theme of MUI along; it must stand in a Suspense. */
export const lazyUnthemedPart = <P extends object>(find: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await persist(find) }));

/** What MUI needs around its parts. It comes with the first of them: nothing that is drawn at first is made of MUI. */
const loadTheme = () => persist(() => import('../theme/ThemeBoundary'));

/**
 * Makes a part that comes later; it must stand in a Suspense. It may be made of MUI and show any text: the theme and the texts
 * that the first screen does without come along. Where it has
 * been fetched before it is asked for, it is drawn at once: React shows what it had to wait for no sooner than a third of a
 * second after what stood in its place.
 */
export const lazyPart = <P extends object>(find: () => Promise<ComponentType<P>>): LazyPart<P> => {
  let here: ComponentType<P> | undefined;
  const load = async () => {
    if (here) return here;
    const [Found, { ThemeBoundary }] = await Promise.all([persist(find), loadTheme(), persist(allMessages)]);
    here ??= props => createElement(ThemeBoundary, null, createElement(Found, props));
    return here;
  };
  const Waited = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: one is made for each part, outside of all components
  const Part = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => here ?? Waited);
    return createElement(Shown, props);
  };
  return Object.assign(Part, { load });
};

const isLazyPart = (part: unknown): part is LazyPart<never> => typeof part === 'function' && 'load' in part;

/** Fetches every part that comes later, wherever it stands in what is given. */
export const loadParts = async (within: unknown): Promise<unknown> => {
  if (isLazyPart(within)) return within.load();
  if (typeof within !== 'object' || within === null) return undefined;
  return Promise.all(Object.values(within).map(loadParts));
};
