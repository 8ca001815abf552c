import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/rate.json';
import { drawWith } from '../../ui/ui.fixture';
import { WarnedNote } from './WarnedNote';

const code = { code: 'RATE_OUT_OF_RANGE', key: 'billRate', name: '', count: 200, handles: ['A-1', 'A-2'] } as const;

it.each([
  [206, 1],
  [200, 0],
])('says of %i applications with warnings whether only the latest of them are counted below', (count, times) => {
  drawWith(<WarnedNote warned={{ count, examined: 200, codes: [{ ...code, handles: [...code.handles] }] }} />, words);
  expect(screen.queryAllByText('Of the latest 200:')).toHaveLength(times);
  expect(screen.getByRole('listitem')).toHaveTextContent('198 more');
});
