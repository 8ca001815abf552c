import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService } from '../../../test/service';
import type { TextChange } from '../../generated/answers';
import { drawWith } from '../../ui/ui.fixture';
import { HistoryDialog } from './HistoryDialog';

const change = (entryId: number, messageKey: string, after: string): TextChange => ({
  entryId,
  batchId: 'txt_import',
  at: '2026-01-01T10:00:00Z',
  by: 'Ada',
  client: 0,
  locale: 'de',
  messageKey,
  before: { messageValue: `old ${messageKey}`, state: 'REVIEWED' },
  after: { messageValue: after, state: 'TRANSLATED' },
});

const changes = [change(12, 'boat.b', 'Kahn'), change(11, 'boat.a', 'Boot')];

const open = (mayWrite = true) => {
  const calls = fakeService(({ method, body }) => {
    if (method === 'GET') return { body: { results: changes, totalResults: 2 } };
    const { entryId } = body as { entryId?: number };
    return { body: { changes: changes.filter(one => !entryId || one.entryId === entryId), conflicts: [] } };
  });
  const user = drawWith(<HistoryDialog told={{ client: 0 }} mayWrite={mayWrite} onClose={vi.fn()} />, {
    ...engineWords,
    ...panelWords,
    ...uiWords,
    ...words,
  });
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { user, sent };
};

const step = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement; // it stands in a list

it('takes back one text of a batch, and leaves the others', async () => {
  const { user, sent } = open();
  await user.click(within(await step('boat.a de')).getByRole('button', { name: 'Take back' }));
  const question = await screen.findByRole('alertdialog', { name: 'Take back' });
  expect(within(question).getByText('boat.a')).toBeVisible();
  expect(within(question).queryByText('boat.b')).toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Take back 1 change' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { entryId: 11, dryRun: true },
      { entryId: 11, dryRun: false },
    ]),
  );
});

it('takes back the whole batch', async () => {
  const { user, sent } = open();
  await user.click(within(await step('boat.a de')).getByRole('button', { name: 'Take back the batch' }));
  await user.click(await screen.findByRole('button', { name: 'Take back 2 changes' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ batchId: 'txt_import', dryRun: false }));
});

it('only tells those who may not write', async () => {
  open(false);
  expect(within(await step('boat.a de')).queryByRole('button')).toBeNull();
});
