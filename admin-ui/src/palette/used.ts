import type { Line } from './line';

const storeKey = 'panel.used';
const mostStored = 20;

const usedLast = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(storeKey) ?? '[]') as string[]; // written below
  } catch {
    return [];
  }
};

/** Remembers that a line was chosen. */
export const markUsed = (id: string) =>
  localStorage.setItem(storeKey, JSON.stringify([id, ...usedLast().filter(one => one !== id)].slice(0, mostStored)));

/** The same lines, those chosen last first; the others as they were. */
export const lastUsedFirst = (lines: readonly Line[]) => {
  const used = usedLast();
  const rank = ({ id }: Line) => (used.includes(id) ? used.indexOf(id) : mostStored);
  return [...lines].sort((a, b) => rank(a) - rank(b));
};
