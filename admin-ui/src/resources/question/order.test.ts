import { describe, expect, it } from 'vitest';
import { derivedKey } from './keys';
import { moved, ordered } from './order';

describe('the order of options', () => {
  it('moves one up and one down', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });
  it('stays where there is nothing to move', () => expect(moved(['a'], 4, 0)).toEqual(['a']));
  it('is numbered as it stands', () => {
    const option = { value: 'a', labelKey: 'x', active: true, sortOrder: 9 };
    expect(ordered([option, option]).map(({ sortOrder }) => sortOrder)).toEqual([1, 2]);
  });
});

describe('the key of a text', () => {
  it('follows from the key of the question', () => expect(derivedKey('licence')).toBe('ask.licence'));
  it('follows from the value of an option', () => expect(derivedKey('licence', 'b1')).toBe('ask.licence.b1'));
  it('is none while the question has none', () => expect(derivedKey(' ')).toBe(''));
});
