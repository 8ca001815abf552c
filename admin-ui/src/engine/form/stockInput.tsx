import type { ComponentType, ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import type { InputProps } from '../overrideProps';
import { useFormState } from './FormContext';

/** What every input of react-admin takes. */
interface StockProps {
  source: string;
  label?: ReactNode;
  helperText?: ReactNode;
  isRequired?: boolean;
  readOnly?: boolean;
}

/**
 * Makes an input of react-admin, or one built on its `useInput`, the input of a field: `notes: stockInput(TextInput, { multiline: true })`
 * among the inputs of an override. It gets the label and the rules of the field; errors of the service reach it by its path.
 */
export const stockInput = <P extends StockProps>(Input: ComponentType<P>, props?: Omit<P, keyof StockProps>) => {
  const Stock = ({ source, field }: InputProps) => {
    const t = useTranslate();
    const form = useFormState();
    const ours: StockProps = {
      source,
      label: t(form.labelOf(field.name)),
      helperText: false,
      isRequired: field.required === true,
      readOnly: form.isReadOnly || field.readOnly === true || (field.createOnly === true && !form.isNew),
    };
    // What react-admin's inputs ask for besides is what the caller gives; the compiler cannot add the two up.
    return <Input {...({ ...props, ...ours } as P)} />;
  };
  return Stock;
};
