import { expect, it } from 'vitest';
import { returnPath } from './returnPath';

it.each([
  ['/projects/list?page=2&per-page=5#x', '/projects/list?page=2&per-page=5#x'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['/', '/dashboard'],
  ['https://elsewhere.example/', '/dashboard'],
  ['//elsewhere.example/', '/dashboard'],
  ['/\\elsewhere.example/', '/dashboard'],
  ['/\t/elsewhere.example/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/auth/login?return=/a', '/dashboard'],
])('goes from %s on to %s', (wanted, want) => {
  expect(returnPath(wanted)).toBe(want);
});
