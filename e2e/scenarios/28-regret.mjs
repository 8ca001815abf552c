// A refusal of many that is regretted before its mails leave.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { newApplication } from '../applications.mjs';
import { call, scenario } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

describe('a refusal of many', () => {
  scenario('is regretted in time: every status is as it was, and nobody hears of it', { as: 'csm' }, async (page, token) => {
    const title = freshTitle('Regret');
    const project = await newProject(page, token, { title });
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await newApplication(page, token, project));
    const read = path => call(page, token, 'GET', path);
    const states = () => Promise.all(made.map(async ({ id }) => (await read(`/api/projectApplication/${id}`)).status));
    const mails = async () => (await Promise.all(made.map(({ id }) => read(`/api/mails?entity=application&entityId=${id}`).then(({ results }) => results)))).flat();
    const before = await states();
    const sent = (await mails()).length;
    await page.goto(`/projects/applications?filter=${encodeURIComponent(JSON.stringify({ jobTitle: title }))}&page=1&per-page=10`);
    await page.getByRole('link', { name: made[0].name }).waitFor();
    await page.getByRole('checkbox', { name: 'Select the page' }).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Change status' }).click();
    const box = dialog(page);
    await box.getByLabel(/^Status/).selectOption({ label: 'Rejected by MSP' });
    await box.getByLabel('Reason').selectOption({ label: 'Skills' });
    await box.getByText('3 of 3 can be changed').waitFor();
    await box.getByRole('button', { name: /^Change status: 3 applications/ }).click();
    const job = page.getByRole('dialog', { name: /^Change status: 3 applications/ });
    await job.getByText('Completed', { exact: true }).waitFor();
    assert.deepEqual(await states(), ['rm', 'rm', 'rm']);
    assert.equal((await mails()).filter(({ template, state }) => template === 'application.rejected' && state === 'QUEUED').length, 3);
    await job.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this change?' });
    await question.getByText(/go(es)? back\./).waitFor();
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: /^Undo of/ }).getByText('Undone', { exact: true }).waitFor();
    assert.deepEqual(await states(), before);
    const after = await mails();
    assert.deepEqual(after.filter(({ template }) => template === 'application.rejected').map(({ state, reason }) => `${state} ${reason}`), Array(3).fill('CANCELLED TAKEN_BACK'));
    assert.equal(after.length, sent + 3, 'undoing writes no mail of its own');
  });
});
