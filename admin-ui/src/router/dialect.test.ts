// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { inbound, outbound } from './dialect';

describe('inbound', () => {
  it.each([
    ['nothing to translate', '?order=ASC', '?order=ASC'],
    ['both names', '?page=2&per-page=25', '?page=2&perPage=25&filter=%7B%7D'],
    ['only the page', '?page=3', '?page=3&filter=%7B%7D'],
    [
      'a filter that is there',
      '?filter=%7B%22a%22%3A1%7D&page=2&per-page=5',
      '?filter=%7B%22a%22%3A1%7D&page=2&perPage=5',
    ],
    ['nothing at all', '', ''],
  ])('%s', (_, search, want) => {
    expect(inbound(search)).toBe(want);
  });
});

describe('outbound', () => {
  it.each([
    ['an empty filter goes', '?filter=%7B%7D&page=2&perPage=25', '?page=2&per-page=25'],
    ['a real filter stays', '?filter=%7B%22a%22%3A1%7D&perPage=5', '?filter=%7B%22a%22%3A1%7D&per-page=5'],
    ['other queries stay as they are', '?return=%2Fa', '?return=%2Fa'],
  ])('%s', (_, search, want) => {
    expect(outbound(search)).toBe(want);
  });

  it('gives back what came in', () => {
    expect(outbound(inbound('?order=DESC&page=4&per-page=25&sort=id'))).toBe('?order=DESC&page=4&per-page=25&sort=id');
  });
});
