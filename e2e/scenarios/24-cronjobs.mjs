// The scheduled jobs: looked at, tried, run, paused, resumed and changed by tech support.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, pictureInBothThemes, scenario, settled, sizeName, sizes } from '../browser.mjs';
import { until } from '../product.mjs';

const at = '/platform/cronjobs';
const row = (page, name) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const dialog = page => page.getByRole('dialog');
const menu = async (page, name, line) => {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: line, exact: true }).click();
};

// The newest first. Its schedule may run the job while it is being looked at.
const manual = async (page, token, name) => (await call(page, token, 'GET', `/api/scheduler/run?name=${name}`)).results.filter(run => run.trigger === 'MANUAL');

/** Starts a job and waits for the end of this run; its id. */
const runToEnd = async (page, token, run) => {
  const { runId } = await call(page, token, 'POST', '/api/scheduler/trigger', run);
  await until('the end of the run', 60, async () => (await call(page, token, 'GET', `/api/scheduler/run/${runId}`)).finishedAt);
  return runId;
};

describe('scheduled jobs', () => {
  scenario('are tried and run, with what they have done in their log', { as: 'tech', at, errors: [/status of 422/] }, async (page, token) => {
    const name = 'project.closeExpired';
    await row(page, name).getByText('daily 01:15').waitFor();
    await page.getByRole('button', { name: `Run now: ${name}` }).click();
    await dialog(page).getByText('Dry run').click();
    await dialog(page).getByRole('button', { name: 'Run now' }).click();
    await page.getByText(`${name} was started.`).waitFor();
    await until('the end of the dry run', 60, async () => (await manual(page, token, name))[0]?.finishedAt);
    await row(page, name).getByRole('link', { name }).click();
    await dialog(page).getByText('This was a dry run: nothing was changed.').waitFor();
    await dialog(page).getByText('Checked').waitFor();
    await dialog(page).getByText(/, by .*, Dry run$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Run now: ${name}` }).click();
    await dialog(page).getByRole('textbox', { name: 'At most' }).fill('9999');
    await dialog(page).getByRole('button', { name: 'Run now' }).click();
    await dialog(page).getByText('Must be 500 or less.').waitFor();
    await dialog(page).getByRole('textbox', { name: 'At most' }).fill('7');
    await dialog(page).getByRole('button', { name: 'Run now' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await row(page, name).getByRole('img', { name: /^Last [34] runs: [12] succeeded, 0 failed, 0 left out, 2 dry$/ }).waitFor();
    // the demo has had every job tried or run once
    assert.deepEqual((await manual(page, token, name)).map(run => [run.dryRun, run.params.limit]), [[false, 7], [true, 500], [true, 500]]);
  });

  scenario('have runs that are looked up, each with an address to share', { as: 'tech', at }, async (page, token) => {
    const name = 'project.closeExpired';
    const tried = await runToEnd(page, token, { name, params: { limit: 11 }, dryRun: true });
    const done = await runToEnd(page, token, { name, params: { limit: 12 }, dryRun: false });
    await menu(page, name, 'Runs');
    while (!page.url().endsWith(tried)) {
      const { pathname } = new URL(page.url());
      await dialog(page).getByRole('button', { name: 'Earlier run' }).click();
      await page.waitForURL(url => url.pathname !== pathname);
    }
    for (const isAgain of [false, true]) {
      if (isAgain) await page.reload();
      await dialog(page).getByText('This was a dry run: nothing was changed.').waitFor();
      await dialog(page).getByText('Dry run', { exact: true }).waitFor();
      await dialog(page).getByText(/, by .+, At most 11, Dry run$/).waitFor();
      await dialog(page).getByRole('heading', { name: 'Log' }).waitFor();
      await dialog(page).getByRole('link', { name: tried.slice(0, 12) }).waitFor();
      assert.equal(new URL(page.url()).pathname, `${at}/${name}/${tried}`);
    }
    await dialog(page).getByRole('button', { name: 'Later run' }).click();
    await page.waitForURL(`**${at}/${name}/${done}`);
    await dialog(page).getByRole('link', { name: done.slice(0, 12) }).waitFor();
    await dialog(page).getByText(/, by .+, At most 12$/).waitFor();
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL(`**${at}`);
  });

  scenario('have a log of each run, line by line', { as: 'tech', at }, async (page, token) => {
    const name = 'index.fullReconcile'; // it writes a line for each index, whatever the data
    const runId = await runToEnd(page, token, { name, params: {}, dryRun: true });
    await page.goto(`${at}/${name}/${runId}`);
    const lines = dialog(page).getByRole('list', { name: 'Log' }).getByRole('listitem');
    await lines.filter({ hasText: /documents and rows|not built yet/ }).first().waitFor();
  });

  scenario('are paused together with a reason, and one of them resumed', { as: 'tech', at }, async (page, token) => {
    const names = ['auth.cleanup', 'resource.orphanCleanup'];
    for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByRole('button', { name: 'Pause 2 jobs' }).click();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The disk is being changed');
    await dialog(page).getByRole('button', { name: 'Pause 2 jobs' }).click();
    await page.getByText('2 jobs are paused.').waitFor();
    await page.getByRole('tab', { name: 'Paused 2' }).click();
    for (const name of names) {
      await row(page, name).getByText('Paused').first().waitFor();
      assert.equal(await row(page, name).getByText('running').count(), 0);
    }
    await menu(page, names[0], 'Runs');
    await dialog(page).getByText('The disk is being changed').waitFor();
    await dialog(page).getByText(/^Paused since .* UTC, 0 due runs left out so far$/).waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await menu(page, names[0], 'Resume');
    await page.getByText('auth.cleanup goes on.').waitFor();
    await page.getByRole('tab', { name: 'Paused 1' }).waitFor();
    await call(page, token, 'PUT', `/api/scheduler/${names[1]}/resume`);
  });

  scenario('are given another schedule, and the delivered one again', { as: 'tech', at, errors: [/status of 422/] }, async page => {
    const name = 'vms.compare';
    await menu(page, name, 'Change schedule');
    const schedule = dialog(page).getByRole('textbox', { name: 'Schedule' });
    await schedule.fill('0 0 30 2 *');
    await dialog(page).getByText('Position 5: no date has day 30 in these months, so the job would never run.').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText(/^Position 5/).waitFor();
    await schedule.fill('0 3 * * MOO');
    await dialog(page).getByText(/^Position 9: “MOO” is not a day of the week/).waitFor();
    await schedule.fill('CRON_TZ=Europe/Berlin 30 2 * * *');
    await dialog(page).getByText('daily 02:30, Europe/Berlin time').waitFor();
    await dialog(page).getByRole('columnheader', { name: 'Time in Europe/Berlin' }).waitFor();
    assert.equal(await dialog(page).getByRole('table').getByRole('row').count(), 6);
    await dialog(page).getByText(/^02:30 does not exist on .*: the job runs at 03:00 instead\.$/).waitFor();
    await dialog(page).getByText(/^02:30 comes twice on .*: the job runs the first time only\.$/).waitFor();
    await axe(page, 'the schedule');
    await schedule.fill('0 3 * * SAT');
    await dialog(page).getByText('Saturday 03:00').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await row(page, name).getByText('Saturday 03:00').waitFor();
    await menu(page, name, 'Change schedule');
    await dialog(page).getByRole('button', { name: 'As delivered: 20 2 * * *' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await row(page, name).getByText('daily 02:20').waitFor();
  });

  scenario('are not there for others', { as: 'csm', at, errors: [/status of 40[34]/] }, async page => {
    await page.getByText('404').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Cron jobs' }).count(), 0);
  });

  for (const size of sizes) {
    scenario(`cron jobs: ${sizeName(size)}`, { as: 'tech', size, at }, async page => {
      await row(page, 'project.closeExpired').waitFor();
      await settled(page);
      await fits(page);
      await axe(page, 'the jobs');
      await pictureInBothThemes(page, `cronjobs-${size.width}`);
      await row(page, 'project.closeExpired').getByRole('link').first().click();
      await dialog(page).getByText('Checked').waitFor();
      await axe(page, 'the runs');
      await pictureInBothThemes(page, `cronjobs-run-${size.width}`);
    });
  }
});

describe('the status', () => {
  for (const size of sizes) {
    scenario(`status: ${sizeName(size)}`, { as: 'tech', size, at: '/platform/status' }, async page => {
      await page.getByRole('article').getByText('answers here').waitFor();
      for (const part of ['Database', 'Search index', 'Job queue']) {
        const line = page.getByRole('article').getByRole('listitem').filter({ has: page.getByText(part, { exact: true }) });
        await line.getByText('Works', { exact: true }).waitFor();
      }
      await page.getByRole('row').filter({ hasText: 'Mails that are due' }).waitFor();
      await page.getByText(/[\d.]+ [GT]B of [\d.]+ [GT]B/).waitFor();
      await settled(page);
      await fits(page);
      await axe(page, 'the status');
      await pictureInBothThemes(page, `status-${size.width}`);
    });
  }

  scenario('is not there for others', { as: 'csm', at: '/platform/status', errors: [/status of 40[34]/] }, async page => {
    await page.getByText('404').first().waitFor();
  });
});
