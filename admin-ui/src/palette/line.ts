import { fold, searchWords } from '../ui/canonical';
import type { IconName } from '../ui/Icon';
import type { Recent } from './recent';

/** One thing to choose in the palette: a place to go to, or something to run. */
export interface Line {
  id: string;
  icon: IconName;
  label: string;
  /** Quiet words after the label: the handle, the client. */
  sub?: string;
  /** What it is called besides. */
  words?: string;
  to: string;
  run?: () => void;
  record?: Recent;
}

/** Whether every word one typed begins somewhere in the text. */
export const fits = (text: string, wanted: string) => {
  const folded = fold(text);
  return searchWords(wanted).every(word => folded.includes(word));
};
