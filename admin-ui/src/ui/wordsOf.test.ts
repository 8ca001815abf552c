// @vitest-environment node
import { expect, it } from 'vitest';
import { wordsOf } from './wordsOf';

it('finds the words that went and came in place', () => {
  expect(wordsOf('a team of six with two', 'a small team of eight with two')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'came', text: 'small ' },
    { kind: 'same', text: 'team of ' },
    { kind: 'gone', text: 'six ' },
    { kind: 'came', text: 'eight ' },
    { kind: 'same', text: 'with two' },
  ]);
});

it('says nothing about equal texts but the text', () => {
  expect(wordsOf('as it was', 'as it was')).toEqual([{ kind: 'same', text: 'as it was' }]);
});
