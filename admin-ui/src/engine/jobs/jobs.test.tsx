import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ended, openJobs } from './jobs.fixture';

const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));

it('changes all that match as a job, told before what would fail', async () => {
  const { calls, user } = openJobs();
  await screen.findByRole('link', { name: 'Albatross' });
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 1,240 matching' }));
  await user.click(screen.getByRole('button', { name: 'Change state' }));
  const form = await dialog(/^Change state: 1,240 boats/);
  await user.selectOptions(form.getByRole('combobox', { name: /New state/ }), 'Moored');
  expect(await form.findByText('200 of 1,240 were tried; left out: 1.')).toBeVisible();
  expect(form.getByText('So the whole is an estimate: about 1,234 of 1,240 change.')).toBeVisible();
  expect(form.getByRole('region', { name: /What would be left out/ })).toHaveTextContent('BarnacleThe crew is aboard.');
  expect(form.getByText(/can be undone for 7 days/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change state' }));
  const running = await dialog(/^Change state: 1,240 boats/);
  expect(await running.findByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '32');
  expect(running.getByText('400 of 1,240 done')).toBeVisible();
  expect(running.getByText('about 2 min left')).toBeVisible();
  expect(running.getByRole('tabpanel')).toHaveTextContent('BarnacleThe crew is aboard.');
  expect(running.getByText('Must be 4 or less.')).toBeVisible();
  const started = calls.findLast(call => call.path === '/api/bulk/boat/changeState');
  expect(started?.body).toEqual({ filters: {}, input: { state: 'MOORED' }, dryRun: false });
  await user.click(running.getByRole('button', { name: 'Stop' }));
  expect(await running.findByText('Stopped')).toBeVisible();
  await user.click(running.getAllByRole('button', { name: 'Close' })[0] as HTMLElement); // in the bar and in the footer
});

it('goes on when its dialog is closed, brings one back by a message, and can be undone', async () => {
  const { user, become } = openJobs();
  await user.click(await screen.findByRole('button', { name: 'Jobs, 1 running' }));
  const menu = await dialog(/^Jobs/);
  await user.click(menu.getByRole('button', { name: /Change state: 1,240 boats/ }));
  const running = await dialog(/^Change state/);
  await user.click(await running.findByRole('button', { name: 'Close, keep running' }));
  become({ ...ended, state: 'COMPLETED_WITH_CONFLICTS', canUndo: true, canUndoUntil: '2099-01-02T10:00:00.000Z' });
  await user.click(await screen.findByRole('button', { name: 'Show the result' }));
  const result = await dialog(/^Change state/);
  expect(await result.findByText('Completed with failures')).toBeVisible();
  expect(result.getByText(/Can be undone until 02 Jan 2099/)).toBeVisible();
  await user.click(result.getByRole('button', { name: 'Undo' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo this change?' }));
  expect(
    await question.findByText(/200 of 1,239 records were tried, so this is an estimate: 198 of these go back/),
  ).toBeVisible();
  expect(question.getByText(/1 cannot go back. 1 was changed since/)).toBeVisible();
  expect(question.getByRole('region', { name: 'Not restored' })).toHaveTextContent(
    'BarnacleThe crew is aboard.Not possible',
  );
  await user.click(question.getByRole('button', { name: 'Undo' }));
  expect(await result.findByText('Undone')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

it('shows its records when none has failed', async () => {
  const { user, become } = openJobs();
  become({ ...ended, failed: 0, state: 'COMPLETED' });
  await user.click(await screen.findByRole('button', { name: /^Jobs/ }));
  await user.click(await (await dialog(/^Jobs/)).findByRole('button', { name: /Change state: 1,240 boats/ }));
  const result = await dialog(/^Change state/);
  expect(await result.findByText('Dinghy')).toBeVisible();
  expect(result.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await user.click(result.getByRole('tab', { name: 'Not changed' }));
  expect(await result.findByText('Every record was changed.')).toBeVisible();
});

it('offers no way back from what changed nothing', async () => {
  const { user, become } = openJobs();
  become({
    ...ended,
    updated: 0,
    failed: 1240,
    state: 'COMPLETED_WITH_CONFLICTS',
    canUndo: true,
    canUndoUntil: '2099-01-02T10:00:00.000Z',
  });
  await user.click(await screen.findByRole('button', { name: /^Jobs/ }));
  const menu = await dialog(/^Jobs/);
  await user.click(await menu.findByRole('button', { name: /Change state: 1,240 boats/ }));
  const result = await dialog(/^Change state/);
  expect(await result.findByText('Completed with failures')).toBeVisible();
  expect(result.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('says that a stop came too late, and of each record why it cannot be undone', async () => {
  const { user } = openJobs(true);
  await user.click(await screen.findByRole('button', { name: /^Jobs/ }));
  await user.click(await (await dialog(/^Jobs/)).findByRole('button', { name: /Change state: 1,240 boats/ }));
  const running = await dialog(/^Change state/);
  await user.click(await running.findByRole('button', { name: 'Stop' }));
  expect(await running.findByText('It had ended before it could be stopped.')).toBeVisible();
  expect(running.getByText('Cannot be undone: The crew is aboard.')).toBeVisible();
});

it('counts no changes of a job that changes no record', async () => {
  const { user, become } = openJobs();
  become({
    ...ended,
    kind: 'freelancer.erase',
    action: 'erase',
    updated: 0,
    total: 2,
    processed: 2,
    state: 'COMPLETED',
  });
  await user.click(await screen.findByRole('button', { name: /^Jobs/ }));
  await user.click(await (await dialog(/^Jobs/)).findByRole('button', { name: /Erasure of a freelancer/ }));
  const result = await dialog(/^Erasure/);
  expect(await result.findByText('Completed')).toBeVisible();
  expect(result.queryByText('Changed', { selector: 'dt' })).not.toBeInTheDocument();
});

it('counts what a rule refused apart from what was so already', async () => {
  const { user, become } = openJobs();
  await user.click(await screen.findByRole('button', { name: 'Jobs, 1 running' }));
  const menu = await dialog(/^Jobs/);
  await user.click(menu.getByRole('button', { name: /Change state: 1,240 boats/ }));
  const running = await dialog(/^Change state/);
  become({ ...ended, updated: 1230, leftOut: 7, skipped: 3, failed: 0, state: 'COMPLETED' });
  await running.findByText('Completed');
  const countOf = (word: string) => running.getByText(word, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(['Changed', 'Left out', 'Unchanged', 'Failed'].map(countOf)).toEqual(['1,230', '7', '3', '0']);
});

it('says of an import which rows were refused, apart from those that are there, and counts them as no success', async () => {
  const { user, become } = openJobs();
  await screen.findByRole('button', { name: 'Jobs, 1 running' });
  become({
    ...ended,
    kind: 'import',
    action: 'import',
    state: 'COMPLETED',
    added: 1230,
    updated: 0,
    skipped: 3,
    leftOut: 7,
    failed: 0,
  });
  expect(await screen.findByText(/1,233 of 1,240 without a problem, 7 refused/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show the result' }));
  const result = await dialog(/^Import of boats/i);
  const countOf = (word: string) => result.getByText(word, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(['Added', 'Refused', 'Unchanged'].map(countOf)).toEqual(['1,230', '7', '3']);
  expect(await result.findByText('Dinghy')).toBeVisible();
  expect(result.getByText('Imported')).toBeVisible();
});
