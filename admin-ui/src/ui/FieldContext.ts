import { createContext, useContext } from 'react';

/** What an input must know about the field around it. */
interface FieldState {
  id: string;
  describedBy?: string | undefined;
  isInvalid: boolean;
  isReadOnly: boolean;
  isRequired: boolean;
  /** Lets the input say what is wrong with what stands in it; nobody else says so then. */
  say?: (problem: string | undefined) => void;
}

/** Joins an input to its label, hint and error. */
export const FieldContext = createContext<FieldState | undefined>(undefined);

/** The attributes that join an input to the field around it; none when it stands alone. */
export const useFieldProps = () => {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
    'aria-required': field.isRequired || undefined,
    readOnly: field.isReadOnly || undefined,
  };
};

const unheard = () => undefined;

/** Says below the input what is wrong with what stands in it, or nothing any more. */
export const useFieldProblem = () => useContext(FieldContext)?.say ?? unheard;
