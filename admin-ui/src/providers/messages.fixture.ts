import { vi } from 'vitest';

/** The modules keep what is shown, so every test loads them anew. */
export const load = async () => {
  vi.resetModules();
  return { ...(await import('./messages')), ...(await import('./messageVersion')), ...(await import('./client')) };
};
