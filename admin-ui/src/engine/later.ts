import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A part that comes later, and what fetches it. Where it has been fetched before it is asked for, it is drawn at once:
 * React shows what it had to wait for no sooner than a third of a second after what stood in its place. It must stand
 * in a Suspense.
 */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  let here: ComponentType<P> | undefined;
  const fetch = async () => {
    here ??= await load();
    return here;
  };
  const Waited = lazy(async () => ({ default: await fetch() }));
  // biome-ignore lint/correctness/noComponentHookFactories: one is made for each part, outside of all components
  const Later = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => here ?? Waited);
    return createElement(Shown, props);
  };
  return [Later, fetch] as const;
};
