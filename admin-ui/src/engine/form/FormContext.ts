import { createContext, useContext } from 'react';
import type { ResourceMeta } from '../../meta';
import type { Values } from './changes';

/** What the inputs of a form share. */
export interface FormState {
  meta: ResourceMeta;
  /** Makes the key of a field's label. */
  labelOf: (field: string) => string;
  /** The stored record, also that of an action; empty in a form that creates. */
  base: Values;
  values: Values;
  isNew: boolean;
  /** Nothing can be edited here; a note above says why. */
  isReadOnly: boolean;
  changed: ReadonlySet<string>;
  /** What is wrong, by dotted path, in words. */
  errors: Readonly<Record<string, string>>;
  set: (field: string, value: unknown) => void;
  /** Moves what a field starts from once that is known, and its value with it unless somebody has changed that. */
  startFrom?: (field: string, value: unknown) => void;
}

/** Brings the form to its inputs. */
export const FormContext = createContext<FormState | undefined>(undefined);

/** The freelancer that the record in the form is about, by id, if it is about one. */
export const useSubject = () => {
  const form = useContext(FormContext);
  if (!form?.meta.subject) return undefined;
  const id = form.values[form.meta.subject] ?? form.base[form.meta.subject];
  return typeof id === 'number' && id > 0 ? id : undefined;
};

/** The form around an input. */
export const useFormState = () => {
  const form = useContext(FormContext);
  if (!form) throw new Error('an input outside of a form');
  return form;
};
