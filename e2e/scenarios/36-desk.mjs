// The start page as a desk: what waits is worked off where it stands, with the keyboard alone.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, inBothThemes, phone, scenario } from '../browser.mjs';
import { awaitStatusCall, newFreelancer } from '../applications.mjs';
import { newProject } from '../projects.mjs';

const failed = 'Send failed: can be sent again';
const inDays = days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('what waits on the start page', () => {
  scenario('failed deliveries say why, and are sent again one by one and all at once', { as: 'csm', at: '/dashboard' }, async page => {
    const rows = page.getByRole('list', { name: failed }).locator('[data-row]');
    await rows.first().waitFor();
    assert.match(await rows.first().innerText(), /VMS/, 'the reason');
    await inBothThemes(page, theme => axe(page, `desk, ${theme}`));
    await page.getByRole('button', { name: new RegExp(`^${failed}`) }).focus();
    await page.keyboard.press('j');
    const [answer] = await Promise.all([awaitStatusCall(page), page.keyboard.press('s')]);
    assert.equal(answer.status(), 200);
    assert.equal((await answer.request().postDataJSON()).status, 'sp');
    await page.getByRole('button', { name: /^Send again: all \d+$/ }).click();
    const many = page.getByRole('dialog');
    await many.getByText(/can be changed/).waitFor();
    await axe(page, 'all at once');
    await page.keyboard.press('Escape');
    await many.waitFor({ state: 'detached' });
  });

  scenario('a step that needs a reason asks for it in place', { as: 'csm', at: '/dashboard' }, async page => {
    const unconfirmed = page.locator('[data-worklist="unconfirmed"]');
    await unconfirmed.getByRole('button', { name: 'Withdraw' }).first().click();
    await page.getByRole('dialog').getByLabel(/^Reason/).waitFor();
  });

  scenario('what a dialog has done stays in its row with the way back', { as: 'csm' }, async (page, token) => {
    const days = { assignmentPeriodStart: inDays(-30), assignmentPeriodEnd: inDays(1) };
    const [{ title }] = [await newProject(page, token, days), await newProject(page, token, days)];
    await page.goto('/dashboard');
    const ending = page.locator('[data-worklist="endingSoon"]');
    await ending.locator('.wl-b').click();
    const row = ending.locator('.wl-r > li').filter({ hasText: title });
    await row.getByRole('button', { name: 'Close project' }).click();
    const question = page.getByRole('dialog');
    await question.getByLabel(/^Reason/).selectOption({ label: 'Budget' });
    await question.getByRole('button', { name: /^Close project/ }).click();
    await row.getByRole('button', { name: 'Undo' }).waitFor();
    await inBothThemes(page, theme => axe(page, `a step that is done, ${theme}`));
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Close project' }).waitFor();
  });

  scenario('a project that ends is extended where it is listed, with the way back', { as: 'csm' }, async (page, token) => {
    const days = { assignmentPeriodStart: inDays(-30), assignmentPeriodEnd: inDays(-29) }; // on top of the list
    const [{ title }] = [await newProject(page, token, days), await newProject(page, token, days)];
    await page.goto('/dashboard');
    const ending = page.locator('[data-worklist="endingSoon"]');
    if ((await ending.locator('.wl-b').getAttribute('aria-expanded')) !== 'true') await ending.locator('.wl-b').click();
    const row = ending.locator('.wl-r > li').filter({ hasText: title });
    await row.getByRole('button', { name: 'Extend' }).click();
    await page.getByRole('dialog').getByLabel(/^New end/).fill(`31.12.${new Date().getFullYear() + 1}`);
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Extend' }).waitFor();
  });

  scenario('whose consent ends is written to where it is listed', { as: 'csm' }, async (page, token) => {
    const person = await newFreelancer(page, token);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const about = { kinds: ['dataProcessing'], channel: 'PHONE', note: 'By phone', givenAt: new Date().toISOString() };
    await call(page, token, 'POST', `/api/freelancer/${person.id}/consent`, { ...about, validUntil: soon });
    await page.goto('/dashboard');
    const ending = page.locator('[data-worklist="consentsExpiring"]');
    await ending.locator('.wl-b').click();
    const row = ending.locator('.wl-r > li').filter({ hasText: person.name });
    await row.getByText('Consent until').waitFor();
    await row.getByRole('button', { name: 'Write a mail' }).click();
    const letter = page.getByRole('dialog');
    assert.match(await letter.getByLabel(/^Text/).inputValue(), /%\{link\}/, 'the reminder comes first');
    await inBothThemes(page, theme => axe(page, `a mail to a person, ${theme}`));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It was undone').first().waitFor();
  });

  scenario('on a telephone the lists fit, and their steps stand in the open one', { as: 'csm', at: '/dashboard', size: phone }, async page => {
    await page.getByRole('list', { name: failed }).locator('[data-row]').first().waitFor();
    await fits(page);
    await axe(page, 'desk on a telephone');
  });
});
