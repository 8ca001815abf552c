import { describe, expect, it } from 'vitest';
import type { PossibleStatus } from '../../generated/answers';
import { countsOf, type ImpactMap } from './Impact';
import { isRestorable, moveTextIfAny, moveVerb, restorableOf } from './possibleStatuses';
import { blockersOf } from './useFailureText';

describe('a consequence', () => {
  const cases: Record<string, [impact: ImpactMap, counts: ReturnType<typeof countsOf>]> = {
    'is counted': [{ guestsAshore: 7 }, [{ name: 'guestsAshore', count: 7, parts: [] }]],
    'that is nothing is none': [{ guestsAshore: 0, tellsGuests: false }, []],
    'that just happens counts as one': [{ tellsGuests: true }, [{ name: 'tellsGuests', count: 1, parts: [] }]],
    'that is a word is none to count': [{ batch: 'b-1' }, []],
    'by states is their sum, without those that are nothing': [
      { boatsKept: { AFLOAT: 2, MOORED: 3, SUNK: 0 } },
      [
        {
          name: 'boatsKept',
          count: 5,
          parts: [
            ['AFLOAT', 2],
            ['MOORED', 3],
          ],
        },
      ],
    ],
    'by states of which each is nothing is none': [{ boatsKept: { AFLOAT: 0 } }, []],
  };
  it.each(Object.entries(cases))('%s', (_, [impact, counts]) => expect(countsOf(impact)).toEqual(counts));
  it('is none where the service names none', () => expect(countsOf()).toEqual([]));
});

describe('what a move could bring back', () => {
  const option = (more: object) => ({ value: 'AFLOAT', ...more }) as PossibleStatus; // the rest is of no matter here

  it('is known by its name', () => {
    expect(['oarsRestorable', 'restorableOars'].map(isRestorable)).toEqual([true, false]);
  });
  it('is offered with its batch and its number', () => {
    expect(restorableOf(option({ batchId: 'b-1', impact: { guestsAshore: 2, oarsRestorable: 4 } }))).toEqual({
      batchId: 'b-1',
      name: 'oarsRestorable',
      count: 4,
    });
  });
  it.each([
    ['without a batch', { impact: { oarsRestorable: 4 } }],
    ['where nothing is in it', { batchId: 'b-1', impact: { oarsRestorable: 0 } }],
    ['without a consequence of that name', { batchId: 'b-1', impact: { guestsAshore: 2 } }],
    ['without any consequence', { batchId: 'b-1' }],
  ])('is not offered %s', (_, more) => expect(restorableOf(option(more))).toBeUndefined());
});

describe('a text about a move', () => {
  const texts: Record<string, string> = {
    'boat.done.AFLOAT.MOORED': 'Moored again',
    'boat.done.MOORED': 'Moored',
  };
  const t = (key: string) => texts[key] ?? key;

  it('is that of the move', () => expect(moveTextIfAny(t, 'boat.done', 'AFLOAT', 'MOORED')).toBe('Moored again'));
  it('is else that of where it leads', () => expect(moveTextIfAny(t, 'boat.done', 'SUNK', 'MOORED')).toBe('Moored'));
  it('is nothing where there is none', () => {
    expect(moveTextIfAny(t, 'boat.done', 'MOORED', 'SUNK')).toBeUndefined();
  });
});

describe('the verb of a move', () => {
  const texts: Record<string, string> = {
    'boat.submit.AFLOAT.MOORED': 'Moor again',
    'boat.submit.MOORED': 'Moor boat',
    'boat.status.SUNK': 'Sunk',
    'enum.raftState.AFLOAT': 'Afloat',
  };
  const t = (key: string, params: { status?: string } = {}) =>
    key === 'panel.transition.setTo' ? `Set to ${params.status}` : (texts[key] ?? key);

  it.each([
    ['is that of the move', 'boat', 'AFLOAT', 'MOORED', 'Moor again'],
    ['is else that of where it leads', 'boat', 'SUNK', 'MOORED', 'Moor boat'],
    ['sets the status where a resource has none', 'boat', 'MOORED', 'SUNK', 'Set to Sunk'],
    ['sets the status of an enumeration', 'enum.raftState', 'SUNK', 'AFLOAT', 'Set to Afloat'],
  ])('%s', (_, base, from, to, verb) => expect(moveVerb(t, base, from, to)).toBe(verb));
});

it('takes for conditions only what has a key', () => {
  expect(blockersOf([{ key: 'block.crew' }, { text: 'crew' }, 'crew', null])).toEqual([{ key: 'block.crew' }]);
  expect([undefined, null, { key: 'block.crew' }].map(blockersOf)).toEqual([[], [], []]);
});
