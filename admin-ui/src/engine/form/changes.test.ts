// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { changedFields, isSame, payloadOf, threeWay } from './changes';

describe('two values', () => {
  const cases: Record<string, [a: unknown, b: unknown, same: boolean]> = {
    'nothing is nothing': [null, '', true],
    'an empty list is nothing': [undefined, [], true],
    'zero is something': [null, 0, false],
    'no is something': [null, false, false],
    'keys in another order': [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    'an empty part is nothing': [{ city: null }, null, true],
    'lists in another order': [[1, 2], [2, 1], false],
    'a text is no number': ['1', 1, false],
  };
  for (const [name, [a, b, same]] of Object.entries(cases)) {
    it(name, () => {
      expect(isSame(a, b)).toBe(same);
      expect(isSame(b, a)).toBe(same);
    });
  }
});

it('sends what changed, null for what was emptied and an empty list as it is', () => {
  const base = { a: 'x', b: 'y', c: [1], d: 1 };
  const values = { a: '', b: 'z', c: [], d: 1 };
  expect(payloadOf(values, changedFields(base, values, ['a', 'b', 'c', 'd']))).toEqual({ a: null, b: 'z', c: [] });
});

it('merges in three ways', () => {
  const base = { mine: 1, theirs: 1, both: 1, alike: 1, none: 1 };
  const values = { mine: 2, theirs: 1, both: 2, alike: 2, none: 1 };
  const theirs = { mine: 1, theirs: 3, both: 3, alike: 2, none: 1 };
  expect(threeWay({ base, values, theirs }, Object.keys(base))).toEqual({
    mine: { mine: 2 },
    conflicts: [{ field: 'both', base: 1, mine: 2, theirs: 3 }],
  });
});

describe('amounts of which the currency differs', () => {
  const names = ['currency', 'hourRate', 'dayRate'];
  const rates = (currency: string, hourRate: number | null, dayRate: number | null) => ({
    currency,
    hourRate,
    dayRate,
  });
  const merge = (base: object, values: object, theirs: object) =>
    threeWay({ base: { ...base }, values: { ...values }, theirs: { ...theirs } }, names, [names]);
  const base = rates('EUR', 80, 640);

  it('are asked about together when both changed one of them', () => {
    const { mine, conflicts } = merge(base, rates('SEK', 900, 640), rates('EUR', 80, 700));
    expect(mine).toEqual({});
    expect(conflicts.map(({ field, group }) => [field, group])).toEqual(names.map(field => [field, 'currency']));
  });

  it('are mine whole when only I changed them', () => {
    expect(merge(base, rates('SEK', 900, 640), base)).toEqual({ mine: rates('SEK', 900, 640), conflicts: [] });
  });

  it('are theirs whole when only they changed them', () => {
    expect(merge(base, base, rates('SEK', 900, 7000))).toEqual({ mine: {}, conflicts: [] });
  });

  it('are merged one by one in the same currency', () => {
    const { mine, conflicts } = merge(base, rates('EUR', 90, 640), rates('EUR', 80, 700));
    expect([mine, conflicts]).toEqual([{ hourRate: 90 }, []]);
  });
});
