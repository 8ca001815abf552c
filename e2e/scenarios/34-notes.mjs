// Notes beside a record: one with a reminder and a colleague mentioned, and its task ticked off on the dashboard.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { newApplication } from '../applications.mjs';
import { axe, call, fits, phone, scenario } from '../browser.mjs';
import { newProject } from '../projects.mjs';

const sends = (page, method, path) =>
  page.waitForResponse(answer => answer.request().method() === method && answer.url().includes(path) && answer.ok());

describe('notes', () => {
  scenario('a note with a reminder mentions a colleague, and its task is ticked off on the dashboard', { as: 'all' }, async (page, token) => {
    const application = await newApplication(page, token, await newProject(page, token));
    const text = `Call about the rate ${process.pid}`;
    await page.goto(`/projects/applications/${application.id}`);
    await page.getByRole('tab', { name: /^Notes/ }).click();
    const box = page.getByRole('textbox', { name: 'New note' });
    await box.fill(`${text} @cla`);
    await page.getByRole('option', { name: 'Clara Sommer' }).click();
    await page.getByRole('checkbox', { name: 'Make it a task' }).click();
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    const saved = sends(page, 'POST', '/api/note');
    await page.getByRole('button', { name: 'Add note' }).click();
    await saved;
    const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem').first();
    await note.getByText('@Clara Sommer').waitFor();
    await note.getByText(/^Due /).waitFor();
    await axe(page);
    const mails = await call(page, token, 'GET', '/api/mails?template=note.mention');
    assert.ok(mails.results.some(mail => mail.recipient.startsWith('csm@') || mail.recipient.startsWith('c')), JSON.stringify(mails));

    await page.goto('/dashboard');
    const tasks = page.getByRole('list', { name: 'My tasks' });
    const tick = tasks.getByRole('checkbox', { name: new RegExp(text) });
    await tick.waitFor();
    await axe(page);
    const done = sends(page, 'POST', '/complete');
    await tick.click();
    await done;
    await page.getByText('The task is done').waitFor();
    await tick.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await tick.waitFor();
    await page.setViewportSize(phone);
    await page.goto(`/projects/applications/${application.id}/notes`);
    await note.getByText('@Clara Sommer').waitFor();
    await fits(page);
  });
});
