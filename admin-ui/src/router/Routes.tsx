import { Children, createContext, Fragment, isValidElement, useContext, useMemo, type ReactNode } from 'react';
import type { RouterRouteProps, RouterRoutesProps } from 'ra-core';
import { match, rank } from './match';
import { useLocation } from './useLocation';

/** What a matched route tells those below it. */
interface Place {
  base: string;
  params: Record<string, string | undefined>;
  outlet: ReactNode;
}

/** Carries the matched route. */
export const PlaceContext = createContext<Place>({ base: '', params: {}, outlet: null });

/** States a path and what to show there. It is read by `Routes` and shows nothing itself. */
export const Route = (_: RouterRouteProps) => null;

/** Shows the one route that fits best. */
export const Routes = ({ children, location }: RouterRoutesProps) => {
  const here = useLocation();
  const parent = useContext(PlaceContext);
  const routes = useMemo(() => ranked(children), [children]);
  const pathname = (typeof location === 'string' ? location : location?.pathname) ?? here.pathname;
  const rest = pathname.slice(parent.base.length) || '/';
  for (const { path, chain } of routes) {
    const found = match(path, rest, true);
    if (!found) continue;
    const base = (parent.base + found.pathnameBase).replace(/\/+/g, '/').replace(/\/$/, '');
    const params = { ...parent.params, ...found.params };
    return chain.reduceRight<ReactNode>(
      // biome-ignore lint/correctness/useJsxKeyInIterable: each wraps the one before, so there is no list
      (outlet, element) => <PlaceContext.Provider value={{ base, params, outlet }}>{element}</PlaceContext.Provider>,
      null,
    );
  }
  return null;
};

/** The nested route of the matched one. */
export const Outlet = () => useContext(PlaceContext).outlet;

interface Flat {
  path: string;
  chain: ReactNode[];
}

const ranked = (children: ReactNode) =>
  flatten(children, '', [])
    .map((route, order) => ({ ...route, order, rank: rank(route.path) }))
    .sort((a, b) => b.rank - a.rank || a.order - b.order);

/** Routes are declared as elements, so reading them is the one place where children are inspected. */
const flatten = (children: ReactNode, prefix: string, chain: ReactNode[]): Flat[] =>
  Children.toArray(children).flatMap(child => {
    if (!isValidElement<RouterRouteProps>(child)) return [];
    const { path = '', element, children: nested } = child.props;
    if (child.type === Fragment) return flatten(nested, prefix, chain);
    const full = `${prefix}/${path}`;
    const longer = element === undefined ? chain : [...chain, element];
    return nested ? flatten(nested, full.replace(/\*$/, ''), longer) : [{ path: full, chain: longer }];
  });
