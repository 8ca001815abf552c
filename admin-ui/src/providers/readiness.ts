/** How one part of the copy that answers says it stands. */
export interface PartReadiness {
  name: string;
  /** ok, degraded or down */
  state: string;
  /** One of damageCodes, or empty. */
  code: string;
}

interface Answer {
  checks: Record<string, string>;
  details?: Record<string, string>;
}

/** What is said of a file that is damaged, or was taken away under the service. */
const damageCodes = new Set(['DATABASE_DAMAGED', 'DATABASE_GONE']);

/** What each part of the copy that answers says of itself, to anybody, whatever works. */
export const readiness = async (signal: AbortSignal): Promise<PartReadiness[]> => {
  const response = await fetch('/readyz', { signal }); // 503 has the same body
  const { checks, details = {} } = (await response.json()) as Answer;
  return Object.entries(checks).map(([name, state]) => ({
    name,
    state,
    code: damageCodes.has(details[name] ?? '') ? (details[name] as string) : '',
  }));
};
