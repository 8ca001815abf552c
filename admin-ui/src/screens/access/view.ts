/** What each view of explained access gets: the question as the address has it. */
export interface ViewProps {
  query: URLSearchParams;
  onChange: (parts: Record<string, string | null>) => void;
}
