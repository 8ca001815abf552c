import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, ResourceContextProvider } from 'ra-core';
import { expect, it } from 'vitest';
import jobWords from '../../../../directus-schema/seed/en/jobs.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService, type Reply } from '../../../test/service';
import { loadToast, Toasts } from '../../layout/Toasts';
import { MetaContext } from '../../meta';
import { buildDataProvider } from '../../providers/dataProvider';
import { buildI18n } from '../../providers/i18n';
import { meta, stored, words } from './boat.fixture';
import { useDone } from './useDone';

const Painting = () => {
  const reportDone = useDone();
  return (
    <button type="button" onClick={() => reportDone('Painted', { action: 'paint', id: 5, version: 4 })}>
      Paint
    </button>
  );
};

/** Does something to a boat, and takes it back. */
const paintAndUndo = async (reply: Reply) => {
  const calls = fakeService(() => reply);
  await loadToast();
  render(
    <CoreAdminContext
      dataProvider={buildDataProvider(meta)}
      i18nProvider={buildI18n({ locale: 'en', texts: { ...uiWords, ...jobWords, ...words } })}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MetaContext value={meta}>
        <ResourceContextProvider value="boats/list">
          <Painting />
        </ResourceContextProvider>
      </MetaContext>
      <Toasts />
    </CoreAdminContext>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  expect(await screen.findByText('Painted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  return calls;
};

it('takes back what was done to a record, guarded by the version that left', async () => {
  const calls = await paintAndUndo({ body: stored });
  expect(await screen.findByText('It was undone')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(calls.map(({ method, path, headers }) => [method, path, headers.get('if-match')])).toEqual([
    ['POST', '/api/undo/boat/paint/5', '"4"'],
  ]);
});

it('says why nothing leads back', async () => {
  const details = { blockedBy: [{ key: 'boat.wet' }] };
  await paintAndUndo({
    status: 409,
    body: { status: 409, code: 'TRANSITION_NOT_ALLOWED', messages: ['error.transition'], details },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(/\S/);
  expect(screen.getByText('Painted')).toBeVisible();
});
