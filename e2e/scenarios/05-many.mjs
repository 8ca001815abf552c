import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { call, scenario } from '../browser.mjs';
import { dialog, freshTitle, newProject, setStatus } from '../projects.mjs';

const as = 'csm';

describe('many projects at once', () => {
  scenario('change their status as a job, each with its own result, and go back', { as }, async (page, token) => {
    const word = freshTitle('Batch');
    const made = [];
    for (const n of [1, 2, 3]) made.push(await newProject(page, token, { title: `${word} ${n}` }));
    await setStatus(page, token, made[2].id, 'CLOSED', 'BUDGET');
    await page.goto('/projects/list');
    await page.getByPlaceholder('Title contains').fill(word);
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3);
    await page.getByRole('checkbox', { name: 'Select the page' }).check();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Change status' }).click();
    const box = dialog(page);
    await box.getByLabel(/^New status/).selectOption({ label: 'Paused' });
    await box.getByText(/^2 of 3 can be changed, 1 is left out because: .+ \(1\)$/).waitFor();
    await box.getByRole('region', { name: 'Left out: 1' }).getByText(`${word} 3`).waitFor();
    await box.getByRole('button', { name: /^Change status: 2 projects/i }).click();
    const job = page.getByRole('dialog', { name: /^Change status: 2 projects/ });
    await job.getByText('Completed', { exact: true }).waitFor();
    const states = () => Promise.all(made.map(async ({ id }) => (await call(page, token, 'GET', `/api/project/${id}`)).status));
    assert.deepEqual(await states(), ['PAUSED', 'PAUSED', 'CLOSED']);
    await page.getByText('1 selected').waitFor(); // what cannot be changed
    await job.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this change?' });
    await question.getByText(/go(es)? back\./).waitFor();
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: /^Undo of/ }).getByText('Undone', { exact: true }).waitFor();
    assert.deepEqual(await states(), ['ACTIVE', 'ACTIVE', 'CLOSED']);
  });

  for (const [format, label] of [['csv', 'CSV, for any program'], ['xlsx', 'XLSX, for spreadsheets']]) {
    scenario(`are exported as ${format}: all that match, not a page`, { as, at: '/projects/list' }, async (page, token) => {
      await page.locator('tbody tr').nth(9).waitFor();
      const { totalResults } = await call(page, token, 'GET', '/api/project?limit=1');
      await page.getByRole('button', { name: 'Export' }).click();
      const box = dialog(page);
      await box.getByText(label).click();
      const saving = page.waitForEvent('download');
      await box.getByRole('button', { name: /^Export [\d,]+ projects/i }).click();
      const bytes = readFileSync(await (await saving).path());
      if (format === 'xlsx') return assert.equal(bytes.subarray(0, 2).toString(), 'PK');
      const lines = bytes.toString('utf8').trimEnd().split('\r\n');
      assert.equal(lines.length, totalResults + 1);
    });
  }
});
