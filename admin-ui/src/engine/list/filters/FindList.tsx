import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import type { PaperProps } from '@mui/material/Paper';
import type { PopperProps } from '@mui/material/Popper';
import { useTranslate } from 'ra-core';
import { Icon } from '../../../ui/Icon';
import { Line } from '../../../ui/Line';
import type { Option } from './option';
import { PickLine } from './PickLine';
import type { PickListProps } from './PickList';
import { useKnown } from './useKnown';
import { useLookup, type Lookup } from './useLookup';

interface Props extends PickListProps {
  lookup: Lookup | undefined;
  onClose: () => void;
}

/** Many options, found by typing: by the service, or among those that are known. Always open, in the popup around it. */
export const FindList = ({ label, many, none, options, lookup, isChosen, onPick, onClose }: Props) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const found = useLookup(lookup, typed);
  const known = useKnown(options, typed);
  const matching = lookup ? found : known;
  const lines = typed ? matching : [none, ...matching];
  return (
    <Autocomplete<Option, true, true>
      multiple // also where one is picked: what becomes of a pick is not decided here
      disableClearable
      open
      autoHighlight
      forcePopupIcon={false}
      options={lines}
      filterOptions={() => lines}
      value={lines.filter(isChosen)}
      renderValue={() => null}
      getOptionLabel={option => option.text}
      getOptionKey={option => String(option.value ?? '')}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      inputValue={typed}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(event, _, reason, details) => {
        const isReverted = 'key' in event && event.key === 'Backspace';
        if (!details || isReverted || reason === 'clear') return;
        setTyped(''); // what it was found by is no part of the next search
        onPick(details.option);
      }}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      noOptionsText={t('panel.pick.nothing')}
      slots={{ popper: InPlace, paper: Unstyled }}
      slotProps={{ listbox: { 'aria-label': label, 'aria-multiselectable': many || undefined } }}
      renderOption={({ key, ...line }, option) => (
        <li key={key} {...line}>
          <PickLine text={option.text} isChosen={isChosen(option)} />
        </li>
      )}
      renderInput={({ slotProps }) => (
        <Line
          label={t('panel.filter.find', { label })}
          startAdornment={<Icon name="search" />}
          ref={slotProps.input.ref}
          slotProps={{ input: { ...slotProps.htmlInput, ...start } }}
        />
      )}
    />
  );
};

const start = { 'data-autofocus': true };

/** Where the list stands: in the popup, below the line. */
const InPlace = ({ children }: PopperProps) => <div>{typeof children === 'function' ? null : children}</div>;

const Unstyled = ({ children }: PaperProps) => <div>{children}</div>;
