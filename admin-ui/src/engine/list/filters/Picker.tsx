import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../../../ui/Icon';
import { Popup } from '../../../ui/Popup';
import { useKnown } from './useKnown';
import { useLookup } from './useLookup';
import type { Lookup } from './useLookup';
import type { Option } from './option';
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

/** A list to pick from, below its button. The first line takes the choice back. */
export const Picker = ({ anchor, label, none, options, lookup, chosen, many, onChoose, onClose }: PickerProps) => {
  const t = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const found = useLookup(lookup, typed);
  const known = useKnown(options ?? [], typed);
  const hasFind = lookup !== undefined || known.isLong;
  const lines: Option[] = [{ value: undefined, text: none }, ...(lookup ? found : known.found)];
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      lines.findIndex(line => chosen.includes(line.value)),
    ),
  );
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, at]);
  const pick = (line: Option) => {
    const others = chosen.filter(value => value !== line.value);
    const isOn = others.length < chosen.length;
    onChoose(line.value === undefined ? [] : many ? (isOn ? others : [...others, line.value]) : [line.value], [
      line.text,
    ]);
    if (!many) onClose();
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const line = lines[at];
    if (to !== undefined) setAt(Math.min(Math.max(to, 0), lines.length - 1));
    else if (event.key === 'Tab') onClose();
    else if (line && (event.key === 'Enter' || (event.key === ' ' && !hasFind))) pick(line);
    else return;
    event.preventDefault();
  };
  const list = { role: 'listbox', id, 'aria-label': label, 'aria-multiselectable': many || undefined };
  const active = { 'aria-activedescendant': `${id}-${at}` };
  return (
    <Popup
      className="picker"
      side="left"
      label={label}
      anchor={anchor}
      minWidth={anchor.current?.offsetWidth}
      onClose={onClose}
      onKeyDown={press}
    >
      {hasFind && (
        <label className="f find">
          <Icon name="search" />
          <input
            data-autofocus
            role="combobox"
            aria-label={t('panel.filter.find', { label })}
            aria-expanded
            aria-controls={id}
            {...active}
            value={typed}
            onChange={event => {
              setTyped(event.target.value);
              setAt(event.target.value ? 1 : 0);
            }}
          />
        </label>
      )}
      <div {...list} {...(!hasFind && { ...active, tabIndex: 0, 'data-autofocus': true })}>
        {lines.map((line, i) => {
          const isOn = line.value === undefined ? chosen.length === 0 : chosen.includes(line.value);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the frame around the list
            <div
              key={String(line.value ?? '')}
              id={`${id}-${i}`}
              role="option"
              aria-selected={isOn}
              className={`it ${i === at ? 'hov' : ''}`}
              onClick={() => pick(line)}
            >
              <span className="grow">{line.text}</span>
              {isOn && <Icon name="check" small />}
            </div>
          );
        })}
      </div>
    </Popup>
  );
};
