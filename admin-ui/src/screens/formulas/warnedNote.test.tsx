import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/rate.json';
import type { FormulaScope, RateWarned } from '../../generated/answers';
import { MetaContext, type Meta, type ResourceMeta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { WarnedNote } from './WarnedNote';

const code = { code: 'RATE_OUT_OF_RANGE', key: 'billRate', name: '', count: 200, handles: ['A-1', 'A-2'] } as const;

const application = { name: 'application', route: '/projects/applications' } as ResourceMeta; // as far as it is read

const draw = (warned: RateWarned, scope: FormulaScope, resources: ResourceMeta[]) =>
  drawWith(
    <MetaContext value={{ resources } as Meta}>
      <WarnedNote warned={warned} target={{ scope, id: 7, name: 'Acme & Co' }} />
    </MetaContext>,
    words,
  );

it.each([
  ['system', '{"rate":"WARNED"}'],
  ['client', '{"clientName":"Acme & Co","rate":"WARNED"}'],
  ['project', '{"jobId":"7","rate":"WARNED"}'],
] as const)('leads from the warnings of a %s to the applications they are about', (scope, filter) => {
  draw({ count: 2, examined: 2, codes: [] }, scope, [application]);
  const link = screen.getByRole('link', { name: '2 open applications have warnings' });
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href);
  expect([pathname, searchParams.get('filter')]).toEqual(['/projects/applications', filter]);
});

it('gives the number alone to those who do not read applications', () => {
  draw({ count: 2, examined: 2, codes: [] }, 'client', []);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText('2 open applications have warnings')).toBeVisible();
});

it.each([
  [206, 1],
  [200, 0],
])('says of %i applications with warnings whether only the latest of them are counted below', (count, times) => {
  draw({ count, examined: 200, codes: [{ ...code, handles: [...code.handles] }] }, 'client', []);
  expect(screen.queryAllByText('Of the latest 200:')).toHaveLength(times);
  expect(screen.getByRole('listitem')).toHaveTextContent('198 more');
});
