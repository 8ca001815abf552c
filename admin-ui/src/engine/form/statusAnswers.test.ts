import { describe, expect, it } from 'vitest';
import type { PossibleStatus } from '../../generated/answers';
import { restorableOf, statusBase } from './possibleStatuses';
import { inputOf, missingOf, noAnswers, type Answers } from './statusAnswers';
import { meta } from './boat.fixture';

const option = (more: Partial<PossibleStatus> = {}): PossibleStatus => ({
  value: 'MOORED',
  text: 'boat.status.MOORED',
  allowed: true,
  undo: false,
  ...more,
});
const required = option({ reason: 'required', reasonCodes: ['STORM', 'OTHER'] });
const restoring = option({ batchId: 'b-1', impact: { oarsRestorable: 3, guestsAshore: 2 } });

describe('what is missing before a move', () => {
  const cases: Record<string, [PossibleStatus, Partial<Answers>, missing: string | undefined]> = {
    'nothing where nothing is asked': [option(), {}, undefined],
    'the reason that is required': [required, {}, 'panel.transition.reasonMissing'],
    'no reason that cannot be chosen': [option({ reason: 'required', reasonCodes: [] }), {}, undefined],
    'nothing after a reason': [required, { reason: 'STORM' }, undefined],
    'words for the reason that says nothing': [required, { reason: 'OTHER' }, 'panel.transition.commentMissing'],
    'words of three letters, blanks aside': [
      required,
      { reason: 'OTHER', comment: ' ab ' },
      'panel.transition.commentMissing',
    ],
    'nothing after three letters': [required, { reason: 'OTHER', comment: 'fog' }, undefined],
    'letters, not the bytes of them': [required, { reason: 'OTHER', comment: '🌫🌫' }, 'panel.transition.commentMissing'],
    'what must be confirmed': [
      option({ confirm: [{ key: 'boat.block.crew' }] }),
      {},
      'panel.transition.confirmMissing',
    ],
    'nothing after that': [option({ confirm: [{ key: 'boat.block.crew' }] }), { confirms: true }, undefined],
  };
  it.each(Object.entries(cases))('%s', (_, [move, answers, missing]) => {
    expect(missingOf(move, { ...noAnswers, ...answers })).toBe(missing);
  });
});

describe('what is sent for a move', () => {
  const inputs = ['state', 'restoreOarsBatch'];
  const cases: Record<string, [PossibleStatus, Partial<Answers>, sent: Record<string, unknown>]> = {
    'the state alone': [option(), {}, { state: 'MOORED' }],
    'a reason and its words': [
      option(),
      { reason: 'STORM', comment: ' fog ' },
      { state: 'MOORED', reason: 'STORM', comment: 'fog' },
    ],
    'no words of blanks': [option(), { comment: '  ' }, { state: 'MOORED' }],
    'the batch that it brings back': [restoring, { restores: true }, { state: 'MOORED', restoreOarsBatch: 'b-1' }],
    'no batch unless one wants it': [restoring, {}, { state: 'MOORED' }],
    'no confirmation that nobody asked for': [option(), { confirms: true }, { state: 'MOORED' }],
    'a confirmation': [option({ confirm: [{ key: 'x' }] }), { confirms: true }, { state: 'MOORED', confirm: true }],
    'no to what is asked beside': [option(), { declined: ['tellsGuests'] }, { state: 'MOORED', tellsGuests: false }],
  };
  it.each(Object.entries(cases))('%s', (_, [move, answers, sent]) => {
    expect(inputOf(move, { ...noAnswers, ...answers }, 'state', inputs)).toEqual(sent);
  });
});

describe('what a move could bring back', () => {
  const cases: Record<string, [PossibleStatus, found: ReturnType<typeof restorableOf>]> = {
    'its batch, with how many': [restoring, { batchId: 'b-1', name: 'oarsRestorable', count: 3 }],
    'nothing without a batch': [option({ impact: { oarsRestorable: 3 } }), undefined],
    'nothing of none': [option({ batchId: 'b-1', impact: { oarsRestorable: 0 } }), undefined],
    'nothing among what follows anyway': [option({ batchId: 'b-1', impact: { guestsAshore: 2 } }), undefined],
  };
  it.each(Object.entries(cases))('%s', (_, [move, found]) => expect(restorableOf(move)).toEqual(found));
});

it('finds the texts about states beside those of the enumeration', () => {
  const [boat] = meta.resources;
  if (!boat) throw new Error('no boat');
  expect(statusBase(meta, boat)).toBe('boat');
  expect(statusBase({ ...meta, enumText: {} }, boat)).toBe('enum.boatState');
});
