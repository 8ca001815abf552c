// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { match, rank } from './match';

describe('match', () => {
  it.each([
    ['/projects/list', '/projects/list', {}],
    ['/projects/list', '/Projects/LIST/', {}],
    ['/projects/:id', '/projects/7', { id: '7' }],
    ['/projects/:id', '/projects/a%20b', { id: 'a b' }],
    ['/projects/:id', '/projects/50%', { id: '50%' }],
    ['/projects/list/*', '/projects/list/7/history', { '*': '7/history' }],
    ['/*', '/', { '*': '' }],
  ])('%s fits %s', (pattern, path, params) => {
    expect(match(pattern, path, true)?.params).toEqual(params);
  });

  it.each([
    ['/projects', '/projects/list'],
    ['/projects/list', '/projects'],
    ['/projects/:id', '/pools/7'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(match(pattern, path, true)).toBeNull();
  });

  it('fits a beginning when nothing must end', () => {
    expect(match('/projects', '/projects/list', false)?.pathnameBase).toBe('/projects');
  });
});

it('ranks words before parameters before the rest', () => {
  const patterns = ['/*', '/a/:id', '/a/*', '/a/create'];
  expect(patterns.sort((a, b) => rank(b) - rank(a))).toEqual(['/a/create', '/a/:id', '/a/*', '/*']);
});
