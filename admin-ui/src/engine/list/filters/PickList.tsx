import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { PickLine } from './PickLine';
import type { Option } from './option';

/** What a list to pick from is made of. */
export interface PickListProps {
  label: string;
  many: boolean;
  /** Takes the choice back. */
  none: Option;
  options: Option[];
  isChosen: (option: Option) => boolean;
  onPick: (option: Option) => void;
}

/** A few options: arrows, first letters, Enter and Space. */
export const PickList = ({ label, many, none, options, isChosen, onPick }: PickListProps) => {
  const lines = [none, ...options];
  const start = Math.max(0, lines.findIndex(isChosen));
  return (
    <MenuList role="listbox" aria-label={label} aria-multiselectable={many || undefined} variant="menu" disablePadding>
      {lines.map((line, at) => (
        <MenuItem
          key={String(line.value ?? '')}
          role="option"
          aria-selected={isChosen(line)}
          data-autofocus={at === start || undefined}
          onClick={() => onPick(line)}
        >
          <PickLine text={line.text} isChosen={isChosen(line)} />
        </MenuItem>
      ))}
    </MenuList>
  );
};
