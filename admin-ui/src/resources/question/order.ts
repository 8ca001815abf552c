import type { Option } from './types';

/** The options with one of them at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number) => {
  const rest = list.filter((_, i) => i !== from);
  const one = list[from];
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)];
};

/** The options numbered as they stand. */
export const ordered = (options: readonly Option[]) => options.map((option, i) => ({ ...option, sortOrder: i + 1 }));
