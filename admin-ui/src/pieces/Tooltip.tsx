import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { layerOf } from './layer';
import { usePlace } from './usePlace';
import './tooltip.css';

const showAfter = 400;
const hideAfter = 5000;

interface Props {
  text: string;
  /** One element that can take the focus. */
  children: ReactNode;
}

/** A word beside what the pointer or the focus is on. It leaves after five seconds, on Escape, and is never the only place of a fact. */
export const Tooltip = ({ text, children }: Props) => {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = usePlace(anchor, isShown);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const show = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setShown(true);
      timer.current = setTimeout(hide, hideAfter);
    }, after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the element inside
    <span
      ref={anchor}
      className="tip-a"
      aria-describedby={isShown ? id : undefined}
      onPointerEnter={() => show(showAfter)}
      onPointerLeave={hide}
      onFocus={() => show(0)}
      onBlur={hide}
      onKeyDown={event => event.key === 'Escape' && hide()}
    >
      {children}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            className="tip"
            style={{ left: place.left, top: place.top, bottom: place.bottom }}
          >
            {text}
          </span>,
          layerOf(anchor.current),
        )}
    </span>
  );
};
