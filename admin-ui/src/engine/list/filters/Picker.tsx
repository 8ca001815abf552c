import type { RefObject } from 'react';
import { Popup } from '../../../ui/Popup';
import { FindList } from './FindList';
import { PickList } from './PickList';
import type { Lookup } from './useLookup';
import type { Option } from './option';
import { isLong } from './useKnown';
import './picker.css';

/** What may be picked: either the options themselves, or where to look them up. */
export interface PickerProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  none: string;
  options?: Option[];
  lookup?: Lookup;
  chosen: unknown[];
  many: boolean;
  onChoose: (values: unknown[], texts: string[]) => void;
  onClose: () => void;
}

/** A list to pick from, below its button. The first line takes the choice back; what is long is found by typing. */
export const Picker = ({ anchor, label, none, options = [], lookup, chosen, many, onChoose, onClose }: PickerProps) => {
  const pick = ({ value, text }: Option) => {
    const others = chosen.filter(each => each !== value);
    const isOn = others.length < chosen.length;
    const next = many ? (isOn ? others : [...others, value]) : [value];
    onChoose(value === undefined ? [] : next, [text]);
    if (!many) onClose();
  };
  const isChosen = ({ value }: Option) => (value === undefined ? chosen.length === 0 : chosen.includes(value));
  const list = { label, many, none: { value: undefined, text: none }, isChosen, onPick: pick };
  return (
    <Popup
      className="picker"
      side="left"
      label={label}
      anchor={anchor}
      minWidth={anchor.current?.offsetWidth}
      onClose={onClose}
      onKeyDown={event => event.key === 'Tab' && onClose()}
    >
      {lookup || isLong(options) ? (
        <FindList {...list} options={options} lookup={lookup} onClose={onClose} />
      ) : (
        <PickList {...list} options={options} />
      )}
    </Popup>
  );
};
