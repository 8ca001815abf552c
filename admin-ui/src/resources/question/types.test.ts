import { describe, expect, it } from 'vitest';
import { lockOf, pairOf, type Constraint, type Pair } from './types';

const pairs: Pair[] = [
  { valueType: 'str', inputKind: 'radio', minOptions: 2, maxOptions: 7, settings: [], closed: true, staffOnly: false },
  {
    valueType: 'jsn',
    inputKind: 'textField',
    minOptions: 0,
    maxOptions: 0,
    settings: [],
    closed: false,
    staffOnly: true,
  },
];
const constraints: Constraint[] = [
  { flag: 'mspEdit', key: 'visible', anyOf: ['mspVisibility'], noneOf: [], closed: false, open: false },
  { flag: 'fail', key: 'closed', anyOf: [], noneOf: [], closed: true, open: false },
  { flag: 'fail', key: 'prefilled', anyOf: [], noneOf: ['prefilled'], closed: false, open: false },
  { flag: 'talent', key: 'staff', anyOf: [], noneOf: [], closed: false, open: true },
];

describe('the pair of a draft', () => {
  it('is found by both', () => expect(pairOf(pairs, { valueType: 'str', inputKind: 'radio' })).toBe(pairs[0]));
  it('is none while they do not fit', () =>
    expect(pairOf(pairs, { valueType: 'str', inputKind: 'number' })).toBeUndefined());
});

describe('a flag is locked', () => {
  const radio = pairs[0];
  it('until one of the flags it needs is set', () => {
    expect(lockOf(constraints, 'mspEdit', {}, radio)).toBe('visible');
    expect(lockOf(constraints, 'mspEdit', { mspVisibility: true }, radio)).toBeUndefined();
  });
  it('while one is set that excludes it', () => {
    expect(lockOf(constraints, 'fail', { prefilled: true }, radio)).toBe('prefilled');
    expect(lockOf(constraints, 'fail', {}, radio)).toBeUndefined();
  });
  it('by a pair whose answers are neither right nor wrong, or by none', () => {
    expect(lockOf(constraints, 'fail', {}, pairs[1])).toBe('closed');
    expect(lockOf(constraints, 'fail', {}, undefined)).toBe('closed');
  });
  it('where only staff answers', () => expect(lockOf(constraints, 'talent', {}, pairs[1])).toBe('staff'));
});
