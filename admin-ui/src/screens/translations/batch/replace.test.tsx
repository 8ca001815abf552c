import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../../../test/service';
import words from '../../../../../directus-schema/seed/en/content.json';
import engineWords from '../../../../../directus-schema/seed/en/engine.json';
import panelWords from '../../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../../directus-schema/seed/en/ui.json';
import type { TextPlan, TextPlanLine } from '../../../generated/answers';
import { drawWith } from '../../../ui/ui.fixture';
import { ReplaceDialog } from './ReplaceDialog';

const lineOf = (kind: TextPlanLine['kind'], messageKey: string, after: string): TextPlanLine => ({
  id: `de ${messageKey}`,
  kind,
  locale: 'de',
  messageKey,
  before: { messageValue: 'Das Boot', state: 'REVIEWED' },
  after: { messageValue: after, state: 'TRANSLATED' },
  reasons: [],
  findings: [],
  line: 0,
});

const nothing: TextPlan = {
  planId: '',
  batchId: '',
  new: 0,
  changed: 0,
  unchanged: 0,
  conflicts: 0,
  refused: 0,
  removed: 0,
  placeholderErrors: 0,
  written: 0,
  totalLines: 0,
  file: null,
  jobId: '',
  state: '',
  lines: [],
};

/** A plan of these lines, with how many there are of each kind. */
const planOf = (planId: string, lines: TextPlanLine[]): TextPlan => {
  const count = (kind: TextPlanLine['kind']) => lines.filter(line => line.kind === kind).length;
  const [changed, conflicts, refused] = [count('CHANGED'), count('CONFLICT'), count('REFUSED')];
  return { ...nothing, planId, lines, changed, conflicts, refused, totalLines: lines.length };
};

const filter = { client: 0, locales: ['en', 'de'], text: 'boat', state: '', locale: '' };

const open = (answer: (body: Record<string, unknown>) => Reply) => {
  const calls = fakeService(({ path, body }) =>
    path === '/api/translation/replace' ? answer(body as Record<string, unknown>) : { body: {} },
  );
  const user = drawWith(<ReplaceDialog filter={filter} sub="Set: Default" onClose={vi.fn()} />, {
    ...words,
    ...engineWords,
    ...panelWords,
    ...uiWords,
  });
  return { calls, user };
};

it('shows every place, opens on what is refused, and sends what was left out and taken', async () => {
  const lines = [
    lineOf('CHANGED', 'boat.a', 'Das Schiff'),
    lineOf('CHANGED', 'boat.b', 'Das Schiff'),
    lineOf('REFUSED', 'boat.c', ''),
    lineOf('CONFLICT', 'boat.d', 'Das Schiff'),
  ];
  const { calls, user } = open(body =>
    body['planId'] ? { body: { ...nothing, batchId: 'txt_1', written: 2 } } : { body: planOf('p1', lines) },
  );
  expect(await screen.findByRole('button', { name: 'Preview' })).toHaveAccessibleDescription('Say first what to find.');
  await user.type(screen.getByRole('textbox', { name: /^Find/ }), 'Boot');
  await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'Schiff');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('tab', { name: /^Conflict/, selected: true })).toBeVisible();
  expect(screen.getByText('2 texts change.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /^boat.d/ }));
  await user.click(screen.getByRole('tab', { name: /^Changed/ }));
  const first = screen.getAllByRole('listitem')[0] as HTMLElement; // two lines are drawn
  expect(within(first).getByRole('deletion')).toHaveTextContent('Boot');
  expect(within(first).getByRole('insertion')).toHaveTextContent('Schiff');
  await user.click(screen.getByRole('checkbox', { name: /^boat.b/ }));
  await user.click(screen.getByRole('button', { name: 'Replace in 2 texts' }));
  expect(await screen.findByText('2 texts changed.')).toBeVisible();
  expect(calls.at(-1)?.body).toMatchObject({
    find: 'Boot',
    with: 'Schiff',
    planId: 'p1',
    decisions: { 'de boat.b': 'KEEP', 'de boat.d': 'TAKE' },
    filters: filter,
  });
});

it('makes another plan when the texts have changed since', async () => {
  let made = 0;
  const { user } = open(body =>
    body['planId']
      ? { status: 409, body: { code: 'PLAN_EXPIRED', messages: ['error.planExpired'] } }
      : { body: planOf(`p${++made}`, [lineOf('CHANGED', 'boat.a', 'Das Schiff')]) },
  );
  await user.type(await screen.findByRole('textbox', { name: /^Find/ }), 'Boot');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: 'Replace in 1 text' }));
  expect(await screen.findByText(/The preview is out of date/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(made).toBe(2));
  expect(screen.queryByText(/The preview is out of date/)).toBeNull();
});
