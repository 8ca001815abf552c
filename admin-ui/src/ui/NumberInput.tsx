import { useState } from 'react';
import { useLocaleState } from 'ra-core';
import { Line } from './Line';
import { readNumber, writeNumber } from './number';

interface Props {
  value: number | string | null | undefined;
  /** Gets the number, null for nothing, or the text as typed when it is no number: the rule `numeric` refuses it. */
  onChange: (value: number | string | null) => void;
  onBlur?: () => void;
  isWhole?: boolean;
  /** What stands behind the number: a unit or a currency. */
  unit?: string;
}

/** A number in the notation of the reader's locale. While one types, the text is left alone. */
export const NumberInput = ({ value, onChange, onBlur, isWhole, unit }: Props) => {
  const [locale] = useLocaleState();
  const [typed, setTyped] = useState<string>();
  const shown = typeof value === 'number' ? writeNumber(locale, value) : (value ?? '');
  const change = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? null : (readNumber(locale, text) ?? text));
  };
  return (
    <Line
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={typed ?? shown}
      endAdornment={unit && <span className="unit">{unit}</span>}
      onChange={event => change(event.target.value)}
      onBlur={() => {
        setTyped(undefined);
        onBlur?.();
      }}
    />
  );
};
