import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/vms.json';
import { noMeta } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { VmsShapePath } from '../../generated/answers';
import type { VmsConnection } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { Shape } from './Shape';

afterEach(() => vi.unstubAllGlobals());

// the screens read no other field of a connection
const connection = { id: 4, shapeChanged: true } as unknown as VmsConnection;

const path = (name: string, more: Partial<VmsShapePath> = {}): VmsShapePath => ({
  entity: 'JOB',
  path: name,
  types: ['string'],
  always: true,
  seenAt: '2026-11-20T08:00:00.000Z',
  alarm: null,
  ...more,
});
const since = '2026-11-21T08:00:00.000Z';
const vanished = path('job.title', { alarm: { vanished: true, types: ['null'], since } });
const other = path('rate.max', { types: ['number'], alarm: { vanished: false, types: ['string'], since } });

const open = (permissions: string[]) => {
  const calls = fakeService(({ method }) => ({
    body: method === 'POST' ? { paths: [vanished], more: false } : { paths: [other, vanished, path('id')], more: true },
  }));
  const onDone = vi.fn();
  const user = drawWith(
    <MetaContext value={{ ...noMeta, permissions }}>
      <Shape record={connection} onDone={onDone} />
    </MetaContext>,
    { ...words, ...uiWords },
  );
  return { calls, onDone, user };
};

it('says of each path that is not as it was how it was and is, and accepts one', async () => {
  const { calls, onDone, user } = open(['vms.mapping.write']);
  const alarms = await screen.findByRole('region', { name: '2 paths are not as they were' });
  const [first, second] = within(alarms).getAllByRole('listitem');
  expect(first).toHaveTextContent(/^rate\.max Job.*BeforeNumberNowTextSince/);
  expect(second).toHaveTextContent(/^job\.title Job.*BeforeTextNowNo value any more · NullSince/);
  expect(screen.getByText('There are more paths than are watched.')).toBeVisible();
  await user.click(within(alarms).getAllByRole('button', { name: 'Accept as it is now' })[0] ?? alarms);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/vms/connection/4/shape',
    body: { entity: 'JOB', path: 'rate.max' },
  });
  expect(await screen.findByRole('region', { name: '1 path is not as it was' })).not.toHaveTextContent('rate.max');
});

it('lets nobody accept who may not write mappings', async () => {
  open(['vms.mapping.read']);
  await screen.findByRole('region', { name: '2 paths are not as they were' });
  expect(screen.queryByRole('button', { name: 'Accept as it is now' })).toBeNull();
});
