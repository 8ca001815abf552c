// The start page as a desk: what waits is worked off where it stands, with the keyboard alone.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, fits, inBothThemes, phone, scenario } from '../browser.mjs';

const failed = 'Send failed: can be sent again';
const sentAgain = page =>
  page.waitForResponse(answer => /projectApplication\/\d+\/status$/.test(answer.url()) && answer.request().method() === 'PUT');

describe('what waits on the start page', () => {
  scenario('failed deliveries say why, and are sent again one by one and all at once', { as: 'csm', at: '/dashboard' }, async page => {
    const rows = page.getByRole('list', { name: failed }).locator('[data-row]');
    await rows.first().waitFor();
    assert.match(await rows.first().innerText(), /VMS/, 'the reason');
    await inBothThemes(page, theme => axe(page, `desk, ${theme}`));
    await page.getByRole('button', { name: new RegExp(`^${failed}`) }).focus();
    await page.keyboard.press('j');
    const [answer] = await Promise.all([sentAgain(page), page.keyboard.press('s')]);
    assert.equal(answer.status(), 200);
    assert.equal((await answer.request().postDataJSON()).status, 'sp');
    await page.getByRole('button', { name: /^Send again: all \d+$/ }).click();
    const many = page.getByRole('dialog');
    await many.getByText(/can be changed/).waitFor();
    await axe(page, 'all at once');
    await page.keyboard.press('Escape');
    await many.waitFor({ state: 'detached' });
  });

  scenario('a step that needs a reason asks for it in place, and its row stays with the way back', { as: 'csm', at: '/dashboard' }, async page => {
    const unconfirmed = page.locator('[data-worklist="unconfirmed"]');
    await unconfirmed.locator('.wl-b').click();
    const first = unconfirmed.locator('.wl-r > li').first();
    const name = await first.getByRole('link').first().innerText();
    await first.getByRole('button', { name: 'Withdraw' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByLabel(/^Reason/).selectOption({ label: "Freelancer's decision" });
    await asked.getByRole('button', { name: 'Withdraw' }).click();
    await first.getByRole('button', { name: 'Undo' }).waitFor();
    await inBothThemes(page, theme => axe(page, `a step that is done, ${theme}`));
    await first.getByRole('button', { name: 'Undo' }).click();
    await first.getByRole('button', { name: 'Withdraw' }).waitFor();
    assert.equal(await first.getByRole('link').first().innerText(), name);
  });

  scenario('on a telephone the lists fit, and their steps stand in the open one', { as: 'csm', at: '/dashboard', size: phone }, async page => {
    await page.getByRole('list', { name: failed }).locator('[data-row]').first().waitFor();
    await fits(page);
    await axe(page, 'desk on a telephone');
  });
});
