import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import { useTranslate } from 'ra-core';
import { useFieldProps } from '../../ui/FieldContext';
import { Line } from '../../ui/Line';
import { TagChip } from '../../ui/TagChip';
import type { KindInputProps } from './KindInputProps';

const none: readonly string[] = [];

/** Words one types, each a tag: Enter, a comma and leaving the field make one, Backspace takes the last away. */
export const Tags = ({ value, onChange }: KindInputProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const { readOnly, id } = useFieldProps();
  const words = Array.isArray(value) ? value.map(String) : [];
  const set = (next: readonly string[]) => {
    setTyped('');
    onChange([...new Set(next.map(word => word.trim()).filter(Boolean))]);
  };
  const type = (text: string) => (text.includes(',') ? set([...words, ...text.split(',')]) : setTyped(text));
  return (
    <Autocomplete<string, true, true, true>
      multiple
      freeSolo
      disableClearable
      fullWidth
      className="tags"
      {...(id && { id })}
      readOnly={readOnly ?? false}
      options={none}
      value={words}
      inputValue={typed}
      onInputChange={(_, text, reason) => type(reason === 'input' ? text : '')}
      onChange={(_, next) => set(next)}
      onKeyDown={event => event.key === 'Enter' && words.includes(typed.trim()) && setTyped('')} // MUI leaves it standing
      renderValue={(values, propsOf) =>
        values.map((word, index) => {
          const { key, ...place } = propsOf({ index });
          return <TagChip key={key} label={word} isReadOnly={readOnly ?? false} place={place} />;
        })
      }
      renderInput={({ slotProps }) => (
        <Line
          placeholder={readOnly ? '' : t('panel.form.addWord')}
          onBlur={() => typed.trim() && set([...words, typed])}
          {...slotProps.input}
          slotProps={{ input: slotProps.htmlInput }}
        />
      )}
    />
  );
};
