import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, dropOldDrafts } from './drafts';

const day = 24 * 3600 * 1000;
const draft = (at: number) => ({ at, version: 3, values: { name: 'Petrel' }, base: { name: 'Albatross' } });

beforeEach(() => localStorage.clear());

describe('a draft', () => {
  it('is one person’s, of one record', () => {
    draftOf('7', 'boat', '5').write(draft(1));
    expect(draftOf('7', 'boat', '5').read()).toEqual(draft(1));
    for (const other of [draftOf('8', 'boat', '5'), draftOf('7', 'oar', '5'), draftOf('7', 'boat', '6')])
      expect(other.read()).toBeUndefined();
    draftOf('7', 'boat', '5').drop();
    expect(draftOf('7', 'boat', '5').read()).toBeUndefined();
  });

  const broken: Record<string, string> = {
    'no JSON': '{',
    'no object': '7',
    nothing: 'null',
    'without values': '{"at":1,"base":{}}',
    'without what stood there': '{"at":1,"values":{}}',
  };
  it.each(Object.entries(broken))('that is broken is none: %s', (_, stored) => {
    localStorage.setItem('draft.7.boat.5', stored);
    expect(draftOf('7', 'boat', '5').read()).toBeUndefined();
  });

  it('that finds no room stops nobody from typing', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => draftOf('7', 'boat', '5').write(draft(1))).not.toThrow();
    expect(full).toHaveBeenCalledOnce();
  });
});

it('keeps drafts for a week, and nothing else is touched', () => {
  draftOf('7', 'boat', 'old').write(draft(Date.now() - 8 * day));
  draftOf('7', 'boat', 'young').write(draft(Date.now() - 6 * day));
  localStorage.setItem('draft.7.boat.broken', '{');
  localStorage.setItem('language', 'de');
  dropOldDrafts();
  expect(Object.keys(localStorage).sort()).toEqual(['draft.7.boat.young', 'language']);
});
