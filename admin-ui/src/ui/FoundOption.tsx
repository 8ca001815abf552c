import type { HTMLAttributes } from 'react';
import type { Option } from './option';
import type { SearchState } from './useSearch';

interface Props {
  line: HTMLAttributes<HTMLLIElement>;
  option: Option;
}

/** One line of what a search has found. */
export const FoundOption = ({ line, option }: Props) => (
  <li {...line}>
    <span className="grow">{option.label}</span>
    {option.sub && <span className="sub">{option.sub}</span>}
  </li>
);

/** What stands in place of the lines while there are none. */
export const searchWords: Record<SearchState, string> = {
  busy: 'panel.pick.busy',
  failed: 'panel.pick.failed',
  done: 'panel.pick.nothing',
};
