/** How one part of the copy that answers says it stands. */
export interface PartReadiness {
  name: string;
  /** ok, degraded or down */
  state: string;
  /** DATABASE_DAMAGED where a file is damaged, else empty. */
  code: string;
}

interface Answer {
  checks: Record<string, string>;
  details?: Record<string, string>;
}

const damaged = 'DATABASE_DAMAGED';

/** What each part of the copy that answers says of itself, to anybody, whatever works. */
export const readiness = async (signal: AbortSignal): Promise<PartReadiness[]> => {
  const response = await fetch('/readyz', { signal }); // 503 has the same body
  const { checks, details = {} } = (await response.json()) as Answer;
  return Object.entries(checks).map(([name, state]) => ({
    name,
    state,
    code: details[name] === damaged ? damaged : '',
  }));
};
