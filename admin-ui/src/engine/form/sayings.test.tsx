import type { ReactNode } from 'react';
import { renderHook } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../providers/httpError';
import { buildI18n } from '../../providers/i18n';
import { useErrorTexts, useFailureText, useReasonTexts } from './useFailureText';

const texts = {
  'boat.min': 'Must have %{min} berth or more. |||| Must have %{min} berths or more.',
  'boat.max': 'Must weigh %{max} or less.',
  'boat.until': 'The season lasts until %{until}.',
  'boat.oneOf': 'Must be one of: %{values}.',
  'boat.crew': '%{count} sailor is aboard. |||| %{count} sailors are aboard.',
  'boat.storm': 'A storm is near.',
  'boat.left': '%{smart_count} of %{max} is left. |||| %{smart_count} of %{max} are left.',
  'error.generic': 'Something went wrong.',
};

const say = <T,>(hook: () => T, locale = 'en') => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nContextProvider value={buildI18n({ locale, texts })}>{children}</I18nContextProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};

describe('what is wrong', () => {
  const cases: Record<string, [key: string, params: Record<string, unknown>, text: string]> = {
    'is said with its bound, in the number that this wants': ['boat.min', { min: 1 }, 'Must have 1 berth or more.'],
    'is said with a figure as figures are written': ['boat.max', { max: 12500.5 }, 'Must weigh 12,500.5 or less.'],
    'is said with a day as days are written': [
      'boat.until',
      { until: '2027-01-12' },
      'The season lasts until 12 Jan 2027.',
    ],
    'is said with an instant by its day': [
      'boat.until',
      { until: '2027-01-12T10:49:00.000Z' },
      'The season lasts until 12 Jan 2027.',
    ],
    'is said with a text as it is, though a day could be read into it': [
      'boat.until',
      { until: '2027' },
      'The season lasts until 2027.',
    ],
    'is said with all that it may be': ['boat.oneOf', { values: ['red', 'white'] }, 'Must be one of: red, white.'],
    'is counted by what it names for that': ['boat.left', { smart_count: 1, max: 4 }, '1 of 4 is left.'],
  };
  it.each(Object.entries(cases))('%s', (_, [key, params, text]) => expect(say(useFailureText)(key, params)).toBe(text));
  it('is said in the notation of the reader', () => {
    expect(say(useFailureText, 'de')('boat.max', { max: 12500.5 })).toBe('Must weigh 12.500,5 or less.');
  });
});

describe('why it is not possible', () => {
  const crew = { key: 'boat.crew', params: { count: 2 } };

  it('is every condition that does not hold, and not the message above them', () => {
    expect(say(useReasonTexts)({ messages: ['boat.storm'], blockedBy: [crew, { key: 'boat.storm' }] })).toEqual([
      '2 sailors are aboard.',
      'A storm is near.',
    ]);
  });
  it('is else each message, with the bounds that any field gives it', () => {
    const params = { berths: { 'boat.min': { min: 3 } } };
    expect(say(useReasonTexts)({ messages: ['boat.storm', 'boat.min'], params })).toEqual([
      'A storm is near.',
      'Must have 3 berths or more.',
    ]);
  });
  it('is nothing where nothing is said', () => expect(say(useReasonTexts)({ messages: [] })).toEqual([]));
});

it('says of what no service answered that something went wrong', () => {
  const textsOf = say(useErrorTexts);
  expect(textsOf(new HttpError(409, { code: 'X', messages: ['boat.storm'] }))).toEqual(['A storm is near.']);
  expect(textsOf(new TypeError('x is undefined'))).toEqual(['Something went wrong.']);
});
