import type { ReactNode } from 'react';
import type { FieldMeta, ResourceMeta } from '../meta';

/** What a cell of the list gets. */
export interface CellProps<T = Record<string, unknown>> {
  record: T;
  field: FieldMeta;
}

/** What an input of a form gets; value, label and rules come from the form around it. */
export interface InputProps {
  source: string;
  field: FieldMeta;
}

/** What the dialog of one record's action gets. `onDone` takes the record as the service answered it. */
export interface DialogProps<T = Record<string, unknown>> {
  record: T;
  onClose: () => void;
  onDone: (saved?: T) => void;
}

/** What stands with the form of a record. */
export interface AsideProps<T = Record<string, unknown>> {
  record: T;
  /** Has changed the record, which it may bring along: the form around it starts from the new version. */
  onDone?: (saved?: T) => void;
}

/** What the inputs of a bulk action get. */
export interface BulkInputProps {
  /** Some of them need a reason that nobody has given yet. */
  wantsReason: boolean;
}

/** What stands at the address of a record in place of its form. */
export interface DetailProps {
  id: string;
  /** The part of the address after the id. */
  tab?: string | undefined;
}

/** What gets the refusal of a new record, and may try once more with something added. `children` tell of it otherwise. */
export interface RefusedProps {
  children: ReactNode;
  error: Error;
  values: Record<string, unknown>;
  isBusy: boolean;
  onAgain: (more: Record<string, unknown>) => void;
}

/** What the inputs of a form get together; `useFormState` gives their values and takes changes. */
export interface FormProps {
  meta: ResourceMeta;
  isNew: boolean;
}

/** What a board or a calendar gets of the list: its filters, and its order as `name:asc`. */
export interface ViewProps {
  filter: Record<string, unknown>;
  sort: string;
}

/** What gets the chosen rows: their ids, wherever in the list they are. */
export interface ChosenProps {
  ids: readonly (string | number)[];
}
