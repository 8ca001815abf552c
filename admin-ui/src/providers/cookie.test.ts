import { afterEach, expect, it, vi } from 'vitest';
import { writeCookie } from './cookie';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const attributesBy = (protocol: string) => {
  const written = vi.spyOn(document, 'cookie', 'set');
  vi.stubGlobal('location', { protocol });
  writeCookie('locale', 'de');
  return written.mock.lastCall?.[0].split('; ') ?? [];
};

it('sends what the panel keeps over TLS alone where the panel came by TLS', () => {
  expect(attributesBy('https:')).toEqual(expect.arrayContaining(['locale=de', 'samesite=lax', 'secure']));
  expect(attributesBy('http:')).not.toContain('secure');
});
