import { useState } from 'react';
import { useLocale } from 'ra-core';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { TypedLine } from '../../../engine/list/filters/TypedLine';
import { useFilter } from '../../../engine/list/filters/useFilter';
import { readNumber, writeNumber } from '../../../ui/number';

/** Filters by a number as one writes it in the language of the panel: 77,00 in German. */
export const NumberFilter = ({ filter, label }: FilterProps) => {
  const locale = useLocale() ?? 'en';
  const [value, set] = useFilter(filter.name);
  const [typed, setTyped] = useState('');
  const input = typeof value === 'string' ? value : '';
  const asSent = (text: string) => String(readNumber(locale, text) ?? text);
  const written = /^-?\d+(\.\d+)?$/.test(input) ? writeNumber(locale, Number(input)) : input;
  return (
    <TypedLine
      label={label}
      given={asSent(typed) === input ? typed : written}
      onChange={text => {
        setTyped(text);
        set(asSent(text));
      }}
    />
  );
};
