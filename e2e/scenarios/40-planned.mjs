// Changes that take effect at a later time: planned in a form, listed, and taken back.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, scenario, settled, sizeName, sizes } from '../browser.mjs';

const dialog = page => page.getByRole('dialog').last();

describe('planned changes', () => {
  scenario('a client is changed from a date on, and the change is taken back', { as: 'config', at: '/platform/clients/2' }, async (page, token) => {
    const { markupPct } = await call(page, token, 'GET', '/api/client/2');
    const wanted = String(Number(markupPct ?? 0) + 1);
    await dialog(page).getByLabel(/^Markup/).fill(wanted);
    await dialog(page).getByRole('button', { name: 'From a date…' }).click();
    await dialog(page).getByText('Save from a date on').waitFor();
    await dialog(page).getByRole('region', { name: 'What it changes' }).getByText('Markup').waitFor();
    await axe(page, 'the plan');
    await dialog(page).getByRole('button', { name: 'Plan the change' }).click();
    await page.getByText('The change is planned.').waitFor();
    assert.equal((await call(page, token, 'GET', '/api/client/2')).markupPct, markupPct);
    await page.goto('/platform/planned');
    await page.getByRole('button', { name: /^Take back/ }).first().waitFor();
    await page.goto('/platform/clients/2');
    const planned = dialog(page).getByRole('region', { name: 'Planned changes' });
    await planned.getByText('Markup').waitFor();
    await axe(page, 'a record with a planned change');
    await planned.getByRole('button', { name: /^Take back/ }).click();
    await planned.waitFor({ state: 'detached' });
    await page.goto('/platform/planned');
    await page.getByText('Taken back').first().waitFor();
    assert.equal((await call(page, token, 'GET', '/api/planned?state=PLANNED')).totalResults, 0);
  });

  for (const size of sizes) {
    scenario(`planned changes: ${sizeName(size)}`, { as: 'config', size, at: '/platform/planned' }, async page => {
      await page.getByRole('heading', { name: 'Planned changes' }).waitFor();
      await settled(page);
      await fits(page);
      await axe(page, 'planned changes');
    });
  }
});
