import { useRef, useState, type FocusEvent } from 'react';

type Line = HTMLInputElement | HTMLTextAreaElement;

const chosenOrSought = ['radio', 'checkbox', 'file', 'hidden', 'search'];

const isLine = (target: EventTarget): target is Line =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !chosenOrSought.includes(target.type));

/** Counts the lines that say something else than when one came to them first. */
const useTyped = () => {
  const before = useRef(new Map<Line, string>());
  const onFocus = ({ target }: FocusEvent) => {
    if (isLine(target) && !before.current.has(target)) before.current.set(target, target.value);
  };
  const count = () => [...before.current].filter(([line, text]) => line.isConnected && line.value !== text).length;
  return { onFocus, count };
};

/**
 * Closes a dialog, but asks first when changes would be lost: as many as it counts itself, else as many lines as somebody has
 * typed into. `asked` is that number while it asks.
 */
export const useLeave = (unsaved: number | undefined, onClose: () => void) => {
  const { onFocus, count } = useTyped();
  const [wanted, setWanted] = useState(0);
  const leave = () => {
    const lost = unsaved ?? count();
    if (lost > 0) setWanted(lost);
    else onClose();
  };
  return { leave, onFocus, asked: wanted, keep: () => setWanted(0) };
};
