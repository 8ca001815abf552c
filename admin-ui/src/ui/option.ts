/** One thing found. */
export interface Option {
  value: string;
  label: string;
  /** A second, quieter line. */
  sub?: string | undefined;
}
