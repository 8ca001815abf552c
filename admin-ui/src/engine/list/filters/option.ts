/** One thing to pick. */
export interface Option {
  value: unknown;
  text: string;
}
