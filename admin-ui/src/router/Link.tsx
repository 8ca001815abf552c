import { useSyncExternalStore, type MouseEvent, type Ref } from 'react';
import type { RouterLinkProps, RouterTo } from 'ra-core';
import { currentLocation, hrefOf, navigate, onLocation } from './history';

interface Props extends RouterLinkProps {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the panel. It is a real one: it opens in a new tab and can be copied. */
export const Link = ({ to, replace, state, onClick, ...rest }: Props) => {
  useSyncExternalStore(onLocation, () => (isRelative(to) ? currentLocation() : undefined)); // it changes with the place
  return <a {...rest} href={hrefOf(to)} onClick={event => follow(event, { to, replace, state, onClick })} />;
};

const isRelative = (to: RouterTo) => !(typeof to === 'string' ? to : to.pathname)?.startsWith('/');

const follow = (event: MouseEvent<HTMLAnchorElement>, { to, replace, state, onClick }: RouterLinkProps) => {
  onClick?.(event);
  const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const target = event.currentTarget.target;
  if (event.defaultPrevented || isForBrowser || (target && target !== '_self')) return;
  event.preventDefault();
  navigate(to, replace ? { replace, state } : { state });
};
