// @vitest-environment node
import { expect, it } from 'vitest';
import type { PossibleStatus } from '../../generated/answers';
import { nextStep } from './steps';

const to = (value: string, ...blocks: string[]): PossibleStatus => ({
  value,
  text: value,
  allowed: blocks.length === 0,
  undo: false,
  ...(blocks.length > 0 && { blockedBy: blocks.map(key => ({ key })) }),
});

const manual = 'application.block.channelManual';
const consent = 'application.block.consentMissing';

it.each([
  ['an allowed one', 'a', [to('sp', manual), to('s2c')], 's2c'],
  ['of two blocked ones the nearer', 'a', [to('sp', manual, consent), to('s2c', consent)], 's2c'],
  ['of two allowed ones the likelier', 'sf', [to('a'), to('sp')], 'sp'],
  ['the way back to review when sending again is blocked', 'sf', [to('a'), to('sp', consent)], 'a'],
  ['nothing where no way leads', 'uc', [to('a', 'transition.none')], undefined],
  ['nothing at the end', 'h', [to('w'), to('rv')], undefined],
])('finds %s', (_, current, results, wanted) => {
  expect(nextStep(current, results)?.value).toBe(wanted);
});

it.each([
  ['s2c', true],
  ['rv', false],
])('tells going on from coming back: %s', (current, isMain) => {
  expect(nextStep(current, [to('h'), to('s2c')])?.isMain).toBe(isMain);
});
