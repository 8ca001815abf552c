// @vitest-environment node
import { expect, it } from 'vitest';
import { Memo } from './memo';
import { themeOf, type Look } from './theme';

const letters = (memo: Memo<string>, keys: string) => {
  const built: string[] = [];
  for (const key of keys) {
    memo.get(key, () => {
      built.push(key);
      return key;
    });
  }
  return built.join('');
};

it('builds each once', () => {
  expect(letters(new Memo(10, 1000), 'abab')).toBe('ab');
});

it('forgets what was used least lately', () => {
  expect(letters(new Memo(2, 1000), 'abacb')).toBe('abcb');
});

it('forgets what is too old', () => {
  let now = 0;
  const memo = new Memo<string>(10, 1000, () => now);
  letters(memo, 'a');
  now = 999;
  expect(letters(memo, 'a')).toBe('');
  now = 1000;
  expect(letters(memo, 'a')).toBe('a');
});

it('keeps the theme of a look', () => {
  const light: Look = { mode: 'light', direction: 'ltr', density: 'comfortable', locale: 'en' };
  expect(themeOf(light)).toBe(themeOf({ ...light }));
  expect(themeOf({ ...light, mode: 'dark' })).not.toBe(themeOf(light));
  expect(themeOf({ ...light, locale: 'de' })).not.toBe(themeOf(light));
  expect(themeOf({ ...light, mode: 'dark' }).palette.primary.main).toBe('#5ac0d4');
});
