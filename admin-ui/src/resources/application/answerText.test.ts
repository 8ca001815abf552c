// @vitest-environment node
import { expect, it } from 'vitest';
import { answerText } from './answerText';

const words: Record<string, string> = {
  'ra.boolean.true': 'Yes',
  'ra.boolean.false': 'No',
  'panel.application.per.Hr': 'per hour',
};
const tools = { t: (key: string) => words[key] ?? key, locale: 'en' };

it.each([
  ['nothing', null, ''],
  ['yes', true, 'Yes'],
  ['no, which is an answer', false, 'No'],
  ['a number', 1200, '1,200'],
  ['a word', 'Kraków', 'Kraków'],
  ['a day', '2027-01-12', '12 Jan 2027'],
  ['several choices', ['kafka', 'java'], 'kafka, java'],
  ['an amount', { amount: 95.5, currency: 'EUR', unit: 'Hr' }, '95.50\u00a0€ per hour'],
  ['a period', { from: '2027-01-12', to: '2027-06-30' }, '12 Jan – 30 Jun 2027'],
  ['an open period', { from: '2027-01-12', to: null }, '12 Jan 2027'],
  ['anything else as it is', { a: 1 }, '{\n  "a": 1\n}'],
])('writes %s', (_, value, text) => {
  expect(answerText(value, tools)).toBe(text);
});
