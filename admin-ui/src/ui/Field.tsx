import { useId, useState, type ReactNode } from 'react';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import { useTranslate } from 'ra-core';
import { FieldContext } from './FieldContext';
import { Icon } from './Icon';
import './field.css';

interface Props {
  label: string;
  /** The label stands above already: only readers of the screen are told it again. */
  isSilent?: boolean;
  /** A sentence below; an error takes its place. */
  hint?: string | undefined;
  error?: string | undefined;
  /** Differs from what is stored. */
  isChanged?: boolean;
  /** Why it cannot be edited here. */
  locked?: string | undefined;
  isReadOnly?: boolean | undefined;
  isRequired?: boolean | undefined;
  /** Says that it may stay empty, where most fields may not. */
  isOptional?: boolean;
  /** Takes the whole width of the form. */
  isWide?: boolean;
  children: ReactNode;
}

/** A label above an input, and below it the hint, the reason it is locked, or what is wrong. */
export const Field = (props: Props) => {
  const { label, isSilent, hint, isChanged, locked, isReadOnly, isRequired } = props;
  const { isOptional, isWide, children } = props;
  const t = useTranslate();
  const id = useId();
  const [problem, say] = useState<string>();
  const error = props.error ?? problem;
  const help = error ?? locked ?? hint;
  const state = {
    id,
    describedBy: help ? `${id}-help` : undefined,
    isInvalid: error !== undefined,
    isReadOnly: isReadOnly === true || locked !== undefined,
    isRequired: isRequired === true,
    say,
  };
  return (
    <FormControl
      fullWidth
      error={error !== undefined}
      className={`field ${isWide ? 'w2' : ''} ${isChanged ? 'ch' : ''}`}
    >
      <InputLabel
        htmlFor={id}
        id={`${id}-label`}
        required={isRequired === true}
        className={isSilent && !isChanged ? 'vh' : ''}
      >
        {label}
        {isOptional && <span className="opt-l"> {t('panel.field.optional')}</span>}
        {isChanged && <span className="chg"> {t('panel.field.changed')}</span>}
      </InputLabel>
      <FieldContext value={state}>{children}</FieldContext>
      {help && <Help id={`${id}-help`} text={help} isError={error !== undefined} />}
    </FormControl>
  );
};

interface HelpProps {
  id: string;
  text: string;
  isError: boolean;
}

/** The line below an input. */
export const Help = ({ id, text, isError }: HelpProps) => (
  <FormHelperText id={id} error={isError} className={`help ${isError ? 'e' : ''}`}>
    {isError && <Icon name="alert" small />}
    {text}
  </FormHelperText>
);
