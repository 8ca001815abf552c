/** What each part of the copy that answers says of itself: ok, degraded or down. It is told to anybody, whatever works. */
export const readiness = async (signal: AbortSignal): Promise<Record<string, string>> => {
  const response = await fetch('/readyz', { signal }); // 503 has the same body
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return checks;
};
