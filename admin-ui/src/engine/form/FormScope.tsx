import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormContext, type FormState } from './FormContext';
import type { Values } from './changes';

interface Props {
  /** The form as its inputs see it, with the one of react-hook-form that stands for it. */
  value: FormState & { store: UseFormReturn<Values> };
  children: ReactNode;
}

/** A form around its inputs: ours read it from FormContext, react-admin's through `useInput`. */
export const FormScope = ({ value, children }: Props) => (
  <FormContext value={value}>
    <FormProvider {...value.store}>{children}</FormProvider>
  </FormContext>
);
