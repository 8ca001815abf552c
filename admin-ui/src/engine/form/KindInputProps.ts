import type { FieldMeta } from '../../meta';

/** What edits a value of one kind. */
export interface KindInputProps {
  field: FieldMeta;
  /** The dotted path of the value in the form. */
  source: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
}
