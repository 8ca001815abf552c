import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import { useTranslate } from 'ra-core';
import { useFieldProps } from './FieldContext';
import { FoundOption, searchWords } from './FoundOption';
import { Icon } from './Icon';
import { Line } from './Line';
import { useSearch, type Search } from './useSearch';
import type { Option } from './option';
import './field.css';

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
  const [typed, setTyped] = useState<string>(); // undefined while closed, when what is chosen shows
  const { readOnly, id } = useFieldProps();
  const found = useSearch(name, typed, search);
  const shown = first && !typed ? [first, ...found.options] : found.options;
  const isShown = (option: Option) => shown.some(each => each.value === option.value);
  return (
    <Autocomplete
      fullWidth
      {...(id && { id })}
      options={value && !isShown(value) ? [...shown, value] : shown} // MUI wants what is chosen among them
      filterOptions={() => shown}
      value={value as Option} // null where nothing is chosen: MUI's types forbid it with disableClearable, its code does not
      readOnly={readOnly ?? false}
      disableClearable={!canClear as true}
      forcePopupIcon={!readOnly && !(value && canClear)}
      autoHighlight
      blurOnSelect={false}
      getOptionLabel={option => option.label}
      getOptionKey={option => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      open={typed !== undefined && !readOnly}
      onOpen={() => setTyped(now => now ?? '')}
      onClose={() => setTyped(undefined)}
      inputValue={typed ?? value?.label ?? ''}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(event, option) => event.type !== 'change' && onChange(option)} // taking back what was typed clears nothing
      loading={shown.length === 0}
      loadingText={t(searchWords[found.state])}
      clearText={t('panel.pick.clear', { field: label ?? '' })}
      openText={t('panel.pick.open')}
      closeText={t('panel.modal.close')}
      popupIcon={<Icon name="down" />}
      clearIcon={<Icon name="x" />}
      slotProps={{
        popper: { disablePortal: true, popperOptions: { strategy: 'fixed' } },
        listbox: { 'aria-label': t('panel.pick.found') },
      }}
      renderOption={({ key, ...line }, option) => <FoundOption key={key} line={line} option={option} />}
      renderInput={({ slotProps }) => (
        <Line
          label={label}
          placeholder={(typed !== undefined && value?.label) || (placeholder ?? '')}
          {...(onBlur && { onBlur })}
          {...slotProps.input}
          slotProps={{ input: slotProps.htmlInput }}
        />
      )}
    />
  );
};
