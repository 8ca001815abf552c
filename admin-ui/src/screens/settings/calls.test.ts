import { expect, it } from 'vitest';
import { isSameValue, savedValue } from './calls';

it('saves a list of words without blanks and empty lines', () => {
  expect(savedValue(['Acme ', '', ' ', 'Copper Lantern', ''])).toEqual(['Acme', 'Copper Lantern']);
  expect(savedValue(' a text ')).toBe(' a text ');
  expect(savedValue(false)).toBe(false);
});

it('counts as changed only what is saved differently', () => {
  expect(isSameValue(['Acme', ''], ['Acme'])).toBe(true);
  expect(isSameValue(['Acme'], ['Acme', 'Copper'])).toBe(false);
  expect(isSameValue(null, false)).toBe(false);
});
