import { expect, it } from 'vitest';
import { store } from './store';

it('keeps what a person sets, and not where a list stands, which its address says', () => {
  store.setItem('list.keysOff', true);
  store.setItem('projects/list.listParams', { page: 2 });
  expect(store.getItem('list.keysOff')).toBe(true);
  expect(store.getItem('projects/list.listParams')).toBeUndefined();
});
