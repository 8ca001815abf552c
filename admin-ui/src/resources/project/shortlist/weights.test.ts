import { expect, it } from 'vitest';
import { parts, rebalance } from './weights';

const usual = { skills: 40, rate: 20, availability: 20, place: 15, experience: 5 };

it('keeps all weights together at 100 points, whichever is moved wherever', () => {
  for (const part of parts) {
    for (let value = 0; value <= 100; value += 1) {
      const next = rebalance(usual, part, value);
      expect(next[part]).toBe(value);
      expect(parts.reduce((sum, each) => sum + next[each], 0)).toBe(100);
      expect(parts.every(each => next[each] >= 0)).toBe(true);
    }
  }
});

it('shares what is left evenly where the others have nothing', () => {
  const all = { skills: 100, rate: 0, availability: 0, place: 0, experience: 0 };
  expect(rebalance(all, 'skills', 60)).toEqual({ skills: 60, rate: 10, availability: 10, place: 10, experience: 10 });
});

it('changes nothing where the weight stays', () => {
  expect(rebalance(usual, 'place', 15)).toEqual(usual);
});
