import { expect, it } from 'vitest';
import cases from '../../../directus-schema/testdata/canonical.json';
import { shownEmail } from '../format/email';
import { fold, isBlankText, isEmail, searchWords, wrongCharacter } from './canonical';

it.each(cases.emails)('address $value: judged as in the service', ({ value, key }) => {
  expect(isEmail(value)).toBe(key !== '');
});

it.each(cases.emails.filter(({ key }) => key !== ''))(
  'address $key: shown in the letters of people',
  ({ key, shown }) => {
    expect(shownEmail(key).split('@')[1]).toBe(shown.split('@')[1]);
  },
);

it.each(cases.folds)('fold of $value: as in the service', ({ value, fold: want }) => {
  expect(fold(value)).toBe(want);
});

it('blank texts: whatever shows nothing', () => {
  for (const text of cases.blank) expect(isBlankText(text)).toBe(true);
  for (const text of cases.visible) expect(isBlankText(text)).toBe(false);
});

it('words: parted by commas that are no part of a number', () => {
  expect(searchWords('Payne, Saul')).toEqual(['payne', 'saul']);
  expect(searchWords('20,7')).toEqual(['20,7']);
  expect(searchWords(' ; ')).toEqual([]);
});

it('lines: refuse breaks, tabs and turned directions', () => {
  expect(wrongCharacter('Ada\nLovelace')).toBe('validation.oneLine');
  expect(wrongCharacter('Ada\tLovelace')).toBe('validation.oneLine');
  expect(wrongCharacter('Ada\u202eecalevoL')).toBe('validation.direction');
  expect(wrongCharacter('ن\u200cا')).toBeUndefined();
});
