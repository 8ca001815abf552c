import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, pictureInBothThemes, scenario, sizeName, sizes } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, freshTitle, newProject, setStatus } from '../projects.mjs';

const as = 'csm';
const count = 12; // more than a page
const ended = new RegExp(`Change status: ${count} projects.*${count} of ${count} done.*Completed`, 's');

/** Projects of one client under a word of their own, the last of them closed. */
const batch = async (page, token) => {
  const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=50');
  const word = freshTitle('Crew');
  const made = [];
  for (let n = 1; n <= count; n++) made.push(await newProject(page, token, { title: `${word} ${n}`, clientId: clients[1].id }));
  await setStatus(page, token, made[count - 1].id, 'CLOSED', 'BUDGET');
  return { word, made, client: clients[1].name };
};

const states = (page, token, made) =>
  Promise.all(made.map(async ({ id }) => (await call(page, token, 'GET', `/api/project/${id}`)).status));

/** Shows the projects of the client under that word, chooses all that match, and opens the change of their status. */
const openChange = async (page, { word, client }) => {
  await page.goto(`/projects/list?filter=${encodeURIComponent(JSON.stringify({ clientName: client, title: word }))}`);
  await page.getByText(`1–10 of ${count}`).waitFor();
  await page.getByRole('checkbox', { name: 'Select the page' }).check();
  const chosen = page.getByRole('region', { name: 'Selection' });
  await chosen.getByRole('button', { name: `Select all ${count} matching` }).click();
  await chosen.getByText(`${count} selected`).waitFor();
  await chosen.getByRole('button', { name: 'Change status' }).click();
  const box = dialog(page);
  await box.getByLabel(/^New status/).selectOption({ label: 'Paused' });
  await box.getByText(`${count - 1} of ${count} can be changed, 1 is left out because`).waitFor();
  return box;
};

describe('a change of all that match', () => {
  scenario('is a job: told before what is left out, followed, and undone', { as }, async (page, token) => {
    const crew = await batch(page, token);
    const box = await openChange(page, crew);
    await box.getByRole('region', { name: 'Left out: 1' }).getByText(`${crew.word} ${count}`).waitFor();
    await box.getByRole('button', { name: `Change status: ${count - 1} projects` }).click();
    const job = page.getByRole('dialog', { name: `Change status: ${count - 1} projects` });
    await job.getByText('Completed', { exact: true }).waitFor();
    await job.getByText(`${count - 1} of ${count - 1} done`).waitFor();
    await job.getByRole('tab', { name: 'All', selected: true }).waitFor();
    await job.getByRole('tab', { name: 'Not changed' }).click();
    await job.getByRole('tabpanel').getByText('Every record was changed.').waitFor();
    await job.getByRole('tab', { name: 'All' }).click();
    await job.getByRole('tabpanel').getByText(`${crew.word} 1`, { exact: true }).waitFor();
    assert.deepEqual(await states(page, token, crew.made), [...Array(count - 1).fill('PAUSED'), 'CLOSED']);
    await setStatus(page, token, crew.made[0].id, 'ACTIVE'); // changed since, so it is left alone
    await setStatus(page, token, crew.made[0].id, 'PAUSED');
    await job.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this change?' });
    await question.getByText(/go(es)? back\./).waitFor();
    await question.getByRole('button', { name: 'Undo' }).click();
    const undone = page.getByRole('dialog', { name: `Undo of “Change status: ${count - 1} projects”` });
    await undone.getByText('Undone', { exact: true }).waitFor();
    await undone.getByText('Changed since, left alone').waitFor();
    assert.deepEqual(await states(page, token, crew.made), ['PAUSED', ...Array(count - 2).fill('ACTIVE'), 'CLOSED']);
    await undone.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: `${crew.word} 9` }).getByText('Active').waitFor();
  });

  scenario('is found again in the menu of jobs', { as }, async (page, token) => {
    const crew = await batch(page, token);
    const started = await call(page, token, 'POST', '/api/bulk/project/changeStatus', {
      filters: { title: crew.word, clientName: crew.client }, input: { status: 'PAUSED' }, dryRun: false,
    });
    assert.match(started.jobId, /^job_/);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Jobs/ }).click();
    await page.getByRole('dialog', { name: 'Jobs' }).getByRole('button', { name: ended }).first().click();
    const job = dialog(page);
    await job.getByText(`${count} of ${count} done`).waitFor();
    await job.locator('dl').getByText('Left out', { exact: true }).waitFor();
    await job.getByRole('tab', { name: 'Not changed', selected: true }).waitFor();
    await job.getByRole('listitem').filter({ hasText: `${crew.word} ${count}` }).getByText('Left out', { exact: true }).waitFor();
  });

  for (const size of sizes) {
    scenario(`stays within the lines, ${sizeName(size)}`, { as, size }, async (page, token) => {
      const { word } = await batch(page, token);
      const order = { filters: { title: word }, input: { status: 'PAUSED' }, dryRun: false };
      const { statusUrl } = await call(page, token, 'POST', '/api/bulk/project/changeStatus', order);
      await until('the end of the job', 30, async () => (await call(page, token, 'GET', statusUrl)).finishedAt);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /^Jobs/ }).click();
      const menu = page.getByRole('dialog', { name: 'Jobs' });
      await menu.getByRole('button', { name: ended }).first().waitFor();
      await axe(page, 'the menu');
      await fits(page);
      await menu.getByRole('button', { name: ended }).first().click();
      await dialog(page).getByText(`${count} of ${count} done`).waitFor();
      await axe(page, 'the dialog');
      await fits(page);
      await pictureInBothThemes(page, `jobs-${size.width}`);
    });
  }
});
