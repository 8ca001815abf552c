import type { IconName } from './Icon';

/** One line of a menu. */
export interface MenuLine {
  label: string;
  icon?: IconName | undefined;
  /** The key that does the same. */
  hotkey?: string | undefined;
  /** Why it cannot be done now; the line stays and says so. */
  refusal?: string | undefined;
  isDanger?: boolean | undefined;
  onSelect: () => void;
}
