import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useInSightFirst } from './useInSightFirst';

const page = (from: number, length = 40) => Array.from({ length }, (_, i) => ({ id: from + i, version: 1 }));
const idsOf = (rows: { id: number | string }[] = []) => rows.map(({ id }) => id);

/** What is drawn, one after the other, of pages that follow each other. */
const drawn = (first: ReturnType<typeof page>, second: ReturnType<typeof page>) => {
  const seen: { ids: (number | string)[]; isWhole: boolean }[] = [];
  const { rerender } = renderHook(
    now => {
      const { rows, isWhole } = useInSightFirst(now);
      seen.push({ ids: idsOf(rows), isWhole });
    },
    { initialProps: first },
  );
  seen.length = 0;
  rerender(second);
  return seen;
};

it('draws what can be in sight before the rest', () => {
  expect(drawn(page(1), page(101))).toEqual([
    { ids: idsOf([...page(101, 30), ...page(31, 10)]), isWhole: false },
    { ids: idsOf(page(101)), isWhole: true },
  ]);
});

it('draws no record twice where one has moved up', () => {
  const [before] = drawn(page(1), page(3));
  expect(before?.ids).toEqual(idsOf([...page(3, 30), ...page(33, 8)]));
});

it('draws a page at once that is no longer than what can be in sight', () => {
  expect(drawn(page(1), page(101, 30))[0]).toEqual({ ids: idsOf(page(101, 30)), isWhole: true });
});
