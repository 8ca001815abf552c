import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { ComboboxList } from './ComboboxList';
import { useFieldProps } from './FieldContext';
import { Icon } from './Icon';
import { IconButton } from './IconButton';
import { useSearch, type Search } from './useSearch';
import './field.css';

/** One thing found. */
export interface Option {
  value: string;
  label: string;
  /** A second, quieter line. */
  sub?: string | undefined;
}

interface Props {
  value: Option | null;
  onChange: (option: Option | null) => void;
  onBlur?: () => void;
  /** Its name among the searches, so that answers are kept apart. */
  name: string;
  search: Search;
  /** Always the first option, such as All. */
  first?: Option;
  /** Its name when no field stands around it. */
  label?: string;
  placeholder?: string;
  canClear?: boolean;
}

/** One of many, found by typing; the service searches. */
export const Combobox = ({ value, onChange, onBlur, name, search, first, label, placeholder, canClear }: Props) => {
  const t = useTranslate();
  const list = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [typed, setTyped] = useState<string>(); // undefined while closed
  const [at, setAt] = useState(0);
  const { readOnly, ...field } = useFieldProps();
  const isOpen = typed !== undefined;
  const found = useSearch(name, typed, search);
  const options = first && !typed ? [first, ...found.options] : found.options;
  const close = () => setTyped(undefined);
  const open = () => {
    if (readOnly || isOpen) return;
    setTyped('');
    setAt(0);
  };
  const choose = (option: Option) => {
    onChange(option);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const key = keys[event.key];
    if (!key || (!isOpen && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    key({ isOpen, at, options, open, close, setAt, choose });
  };
  return (
    <span ref={anchor} className="actw">
      <input
        {...field}
        className="in"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[at] ? `${list}-${at}` : undefined}
        autoComplete="off"
        readOnly={readOnly}
        placeholder={isOpen && value ? value.label : placeholder}
        value={typed ?? value?.label ?? ''}
        onClick={open}
        onChange={event => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {!readOnly && value && canClear && (
        <IconButton icon="x" label={t('panel.pick.clear', { field: label ?? '' })} onClick={() => onChange(null)} />
      )}
      {!readOnly && !(value && canClear) && <Icon name="down" />}
      {isOpen && (
        <ComboboxList
          id={list}
          anchor={anchor}
          options={options}
          at={at}
          state={found.state}
          onChoose={choose}
          onPoint={setAt}
        />
      )}
    </span>
  );
};

interface Now {
  isOpen: boolean;
  at: number;
  options: Option[];
  open: () => void;
  close: () => void;
  setAt: (at: number) => void;
  choose: (option: Option) => void;
}

const keys: Record<string, (now: Now) => void> = {
  ArrowDown: ({ isOpen, at, options, open, setAt }) =>
    isOpen ? setAt((at + 1) % Math.max(1, options.length)) : open(),
  ArrowUp: ({ at, options, setAt }) => setAt((at + options.length - 1) % Math.max(1, options.length)),
  Enter: ({ at, options, choose }) => {
    const option = options[at];
    if (option) choose(option);
  },
  Escape: ({ close }) => close(),
};
