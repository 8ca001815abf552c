import { useId, type ReactNode } from 'react';
import MuiCheckbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'ra-core';
import { Help } from './Field';
import './field.css';

interface Props {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  isOn: boolean;
  isMixed?: boolean;
  isOff?: boolean;
  isSwitch?: boolean;
  isChanged?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Yes or no. The hint belongs to it, and a click on either counts. */
export const Checkbox = ({
  label,
  hint,
  error,
  isOn,
  isMixed = false,
  isOff,
  isSwitch,
  isChanged,
  onChange,
}: Props) => {
  const t = useTranslate();
  const id = useId();
  const help = error ?? hint;
  const box = {
    checked: isOn,
    slotProps: {
      input: { 'aria-invalid': error ? true : undefined, 'aria-describedby': help ? id : undefined },
    },
    onChange: (_: unknown, next: boolean) => onChange(next),
  };
  return (
    <FormControl fullWidth error={error !== undefined} className={`chk ${isChanged ? 'ch' : ''}`}>
      <FormControlLabel
        disabled={isOff ?? false}
        control={isSwitch ? <Switch {...box} /> : <MuiCheckbox {...box} indeterminate={isMixed} />}
        label={
          <>
            {label}
            {isChanged && <span className="chg"> {t('panel.field.changed')}</span>}
          </>
        }
      />
      {help && <Help id={id} text={help} isError={error !== undefined} />}
    </FormControl>
  );
};
