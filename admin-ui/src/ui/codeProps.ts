/** What is written in the editor. */
export type CodeMode = 'json' | 'jq' | 'formula' | 'text';

/** Something wrong in a line, counted from 1. */
export interface LineError {
  line: number;
  message: string;
}

/** What the editor takes. */
export interface CodeProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  mode: CodeMode;
  /** What the service found when saving. */
  errors?: readonly LineError[] | undefined;
  /** Its name when no field stands around it. */
  label?: string | undefined;
}
