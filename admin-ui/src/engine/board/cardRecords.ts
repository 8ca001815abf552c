import type { Saved } from '../useRecordSaved';

const records = new WeakMap<Element, Saved>();

/** Remembers which record a card on the screen shows. */
export const storeCard = (card: Element, record: Saved) => records.set(card, record);

/** The record that a card on the screen shows. */
export const readCard = (card: Element) => records.get(card);
