import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../../../test/service';
import words from '../../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../../directus-schema/seed/en/panel.json';
import poolWords from '../../../../../directus-schema/seed/en/pool.json';
import uiWords from '../../../../../directus-schema/seed/en/ui.json';
import type { TextFile, TextPlan } from '../../../generated/answers';
import { drawWith } from '../../../ui/ui.fixture';
import { ImportDialog } from './ImportDialog';

const file: TextFile = {
  name: 'texts.csv',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ';',
  columns: [],
  missing: [],
  affected: [],
  locales: [],
  texts: 1,
};

const plan: TextPlan = {
  planId: 'p1',
  batchId: '',
  new: 0,
  changed: 0,
  unchanged: 1,
  conflicts: 0,
  refused: 0,
  removed: 0,
  placeholderErrors: 0,
  written: 0,
  totalLines: 0,
  lines: [],
  file,
  jobId: '',
  state: '',
};

/** A browser that uploads at once. */
class Upload {
  status = 201;
  responseText = JSON.stringify({ id: 'r1', name: 'de.json', mimeType: 'text/plain', size: 2_000_000, sha256: '' });
  onload?: () => void;
  upload = {};
  open = () => undefined;
  setRequestHeader = () => undefined;
  getResponseHeader = () => null;
  abort = () => undefined;
  send = () => queueMicrotask(() => this.onload?.());
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Upload);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The dialog over a service that has stored an upload as plain text, whatever it holds. */
const open = (answer: (body: Record<string, unknown>) => Reply) => {
  const calls = fakeService(({ path, body }) => {
    if (path === '/api/translation/import') return answer(body as Record<string, unknown>);
    if (path.startsWith('/api/translation/import/')) return answer({ job: path });
    if (path.startsWith('/api/job/')) return { status: 404, body: { code: 'NOT_FOUND', messages: ['error.notFound'] } };
    return { body: { id: 'r1', name: 'de.json', mimeType: 'text/plain', size: 2_000_000, usedBy: [] } };
  });
  const user = drawWith(<ImportDialog client={0} locales={['en', 'de']} sub="Set: Default" onClose={vi.fn()} />, {
    ...words,
    ...engineWords,
    ...panelWords,
    ...poolWords,
    ...uiWords,
  });
  const look = async () => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['{}'], 'de.json', { type: 'application/json' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Preview' })).not.toHaveAttribute('aria-disabled'));
    await user.click(screen.getByRole('button', { name: 'Preview' }));
  };
  const requested = () => calls.filter(({ path }) => path === '/api/translation/import').map(({ body }) => body);
  return { user, look, asked: requested };
};

it('leaves it to the service how a file is read, whatever type the upload has', async () => {
  const { look, asked: requested } = open(() => ({ body: plan }));
  await look();
  expect(await screen.findByText(/The file changes nothing/)).toBeVisible();
  expect(requested()[0]).toMatchObject({ resourceId: 'r1' });
  expect(requested()[0]).not.toHaveProperty('format');
});

it('asks for the encoding that nothing tells, with the rows that depend on it', async () => {
  const affected = [{ line: 2, cells: ['menu.home', 'Grüße'] }];
  const {
    user,
    look,
    asked: requested,
  } = open(body =>
    body['encoding'] ? { body: plan } : { body: { ...plan, planId: '', file: { ...file, encoding: '', affected } } },
  );
  await look();
  expect(await screen.findByText(/menu.home · Grüße/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Encoding' }), 'windows-1252');
  await user.click(screen.getByRole('button', { name: 'Apply and plan again' }));
  expect(await screen.findByText(/The file changes nothing/)).toBeVisible();
  expect(requested().at(-1)).toMatchObject({ resourceId: 'r1', encoding: 'windows-1252' });
});

it('waits for the plan of a job, and then carries out what was decided of all of a kind', async () => {
  const made = { ...plan, planId: 'pln_1', jobId: 'txj_1', state: 'PLANNED', new: 90_000, totalLines: 90_000 };
  const {
    user,
    look,
    asked: requested,
  } = open(body => {
    if (body['job']) return { body: made };
    if (body['planId']) return { body: { ...made, state: 'RUNNING', batchId: 'txt_1' } };
    return { status: 202, body: { ...plan, planId: '', jobId: 'txj_1', state: 'ANALYSING' } };
  });
  await look();
  await user.click(await screen.findByRole('button', { name: /^Import 90.?000 texts$/ }));
  await waitFor(() => expect(requested()).toHaveLength(2));
  expect(requested()[1]).toMatchObject({ planId: 'pln_1' });
});
