import { createContext, useContext, type RefObject } from 'react';

/** A day or a moment as text. */
interface TypedDateState {
  /** What it is called. */
  label: string;
  /** The element of the field, where the calendar opens. */
  place: RefObject<HTMLElement | null>;
  /** The value as the reader writes it, or the text that is none. */
  shown: string;
  /** Takes a text as it is typed. */
  read: (text: string) => void;
  /** Says what is wrong with a text. */
  check: (text: string) => string | undefined;
  onLeave?: (() => void) | undefined;
}

/** Brings the text to the field inside a picker, which MUI draws. */
export const TypedDateContext = createContext<TypedDateState | undefined>(undefined);

/** The text of the picker around. */
export const useTypedDate = () => {
  const typed = useContext(TypedDateContext);
  if (!typed) throw new Error('the text of a date outside of its picker');
  return typed;
};
