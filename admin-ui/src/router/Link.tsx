import type { MouseEvent, Ref } from 'react';
import type { RouterLinkProps } from 'ra-core';
import { hrefOf, navigate } from './history';
import { useLocation } from './useLocation';

interface Props extends RouterLinkProps {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the panel. It is a real one: it opens in a new tab and can be copied. */
export const Link = ({ to, replace, state, onClick, ...rest }: Props) => {
  useLocation(); // a relative address changes with the place
  return <a {...rest} href={hrefOf(to)} onClick={event => follow(event, { to, replace, state, onClick })} />;
};

const follow = (event: MouseEvent<HTMLAnchorElement>, { to, replace, state, onClick }: RouterLinkProps) => {
  onClick?.(event);
  const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const target = event.currentTarget.target;
  if (event.defaultPrevented || isForBrowser || (target && target !== '_self')) return;
  event.preventDefault();
  navigate(to, replace ? { replace, state } : { state });
};
