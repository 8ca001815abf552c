import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import { useTranslate } from 'ra-core';
import { useFieldProps } from './FieldContext';
import { FoundOption, searchWords } from './FoundOption';
import { Icon } from './Icon';
import { Line } from './Line';
import { TagChip } from './TagChip';
import { useSearch, type Search } from './useSearch';
import type { Option } from './option';
import './field.css';

interface Props {
  value: readonly Option[];
  onChange: (options: Option[]) => void;
  /** Its name among the searches, so that answers are kept apart. */
  name: string;
  search: Search;
  placeholder?: string;
}

/** Several of many, each found by typing and shown as a tag; Backspace takes the last away. */
export const ManyCombobox = ({ value, onChange, name, search, placeholder }: Props) => {
  const t = useTranslate();
  const [typed, setTyped] = useState<string>(); // undefined while closed
  const { readOnly, id } = useFieldProps();
  const found = useSearch(name, typed, search);
  const chosen = new Set(value.map(one => one.value));
  const shown = found.options.filter(one => !chosen.has(one.value));
  return (
    <Autocomplete<Option, true, true>
      multiple
      disableClearable
      fullWidth
      className="tags"
      {...(id && { id })}
      readOnly={readOnly ?? false}
      forcePopupIcon={!readOnly}
      options={[...shown, ...value]} // MUI wants what is chosen among them
      filterOptions={() => shown}
      value={[...value]}
      autoHighlight
      getOptionLabel={option => option.label}
      getOptionKey={option => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      open={typed !== undefined && !readOnly}
      onOpen={() => setTyped(now => now ?? '')}
      onClose={() => setTyped(undefined)}
      inputValue={typed ?? ''}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(_, next) => onChange(next)}
      loading={shown.length === 0}
      loadingText={t(searchWords[found.state])}
      openText={t('panel.pick.open')}
      closeText={t('panel.modal.close')}
      popupIcon={<Icon name="down" />}
      slotProps={{
        popper: { disablePortal: true, popperOptions: { strategy: 'fixed' } },
        listbox: { 'aria-label': t('panel.pick.found') },
      }}
      renderOption={({ key, ...line }, option) => <FoundOption key={key} line={line} option={option} />}
      renderValue={(values, propsOf) =>
        values.map(({ label }, index) => {
          const { key, ...place } = propsOf({ index });
          return <TagChip key={key} label={label} isReadOnly={readOnly ?? false} place={place} />;
        })
      }
      renderInput={({ slotProps }) => (
        <Line
          placeholder={readOnly ? '' : (placeholder ?? '')}
          {...slotProps.input}
          slotProps={{ input: slotProps.htmlInput }}
        />
      )}
    />
  );
};
