import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService } from '../../../test/service';
import { closeJob, useJobStore } from '../../engine/jobs/jobStore';
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

const open = (mayWrite = true, total = 0) => {
  const calls = fakeService(({ method, body }) => {
    if (method === 'GET') return { body: { results: changes, totalResults: 2 } };
    const { entryId, dryRun } = body as { entryId?: number; dryRun: boolean };
    if (total && !dryRun) return { status: 202, body: { changes: [], conflicts: [], total: 0, jobId: 'job_1' } };
    const found = changes.filter(one => !entryId || one.entryId === entryId);
    return { body: { changes: found, conflicts: [], total: total || found.length, jobId: '' } };
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

it('shows of a batch that a job takes back its number, and opens the job', async () => {
  const { user, sent } = open(true, 20_000);
  await user.click(within(await step('boat.a de')).getByRole('button', { name: 'Take back the batch' }));
  const question = await screen.findByRole('alertdialog', { name: 'Take back' });
  expect(within(question).getByText(/^A job takes the batch back/)).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Take back 20,000 changes' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ batchId: 'txt_import', dryRun: false }));
  const { result } = renderHook(() => useJobStore().opened);
  await waitFor(() => expect(result.current).toBe('job_1'));
  closeJob();
});

it('only tells those who may not write', async () => {
  open(false);
  expect(within(await step('boat.a de')).queryByRole('button')).toBeNull();
});
