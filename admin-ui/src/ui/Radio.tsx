import type { ReactNode } from 'react';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiRadio from '@mui/material/Radio';
import './field.css';

interface Props {
  /** The group it belongs to. */
  name: string;
  value: string;
  isOn: boolean;
  isOff?: boolean;
  describedBy?: string | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}

/** One of several that exclude each other. */
export const Radio = ({ name, value, isOn, isOff, describedBy, onChange, children }: Props) => (
  <FormControlLabel
    className="radio"
    disabled={isOff ?? false}
    control={
      <MuiRadio
        name={name}
        value={value}
        checked={isOn}
        slotProps={{ input: { 'aria-describedby': describedBy } }}
        onChange={() => onChange(value)}
      />
    }
    label={children}
  />
);
