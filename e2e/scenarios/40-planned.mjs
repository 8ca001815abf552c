// Changes that take effect at a later time: planned in a form, listed, and taken back.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, scenario, settled, sizeName, sizes } from '../browser.mjs';

const dialog = page => page.getByRole('dialog').last();

describe('planned changes', () => {
  /** The changes to come. */
  const coming = async (page, token) => (await call(page, token, 'GET', '/api/planned?state=PLANNED&limit=100')).results;

  scenario('a client is changed from a date on, and the change is taken back', { as: 'config', at: '/dashboard' }, async (page, token) => {
    const before = await coming(page, token);
    const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=50');
    const { id } = clients.find(client => !before.some(({ entity, entityId }) => entity === 'client' && entityId === client.id));
    const { markupPct, name } = await call(page, token, 'GET', `/api/client/${id}`);
    await page.goto(`/platform/clients/${id}`);
    await dialog(page).getByLabel(/^Markup/).fill(String(Number(markupPct ?? 0) + 1));
    await dialog(page).getByRole('button', { name: 'From a date…' }).click();
    await dialog(page).getByText('Save from a date on').waitFor();
    await dialog(page).getByRole('region', { name: 'What it changes' }).getByText('Markup').waitFor();
    await axe(page, 'the plan');
    await dialog(page).getByRole('button', { name: 'Plan the change' }).click();
    await page.getByText('The change is planned.').waitFor();
    assert.equal((await call(page, token, 'GET', `/api/client/${id}`)).markupPct, markupPct);
    await page.goto('/platform/planned');
    await page.getByRole('button', { name: `Take back: ${name}` }).waitFor();
    await page.goto(`/platform/clients/${id}`);
    const planned = dialog(page).getByRole('region', { name: 'Planned changes' });
    await planned.getByText('Markup').waitFor();
    await axe(page, 'a record with a planned change');
    await planned.getByRole('button', { name: /^Take back/ }).click();
    await planned.waitFor({ state: 'detached' });
    await page.goto('/platform/planned');
    await page.getByText('Taken back').first().waitFor();
    assert.deepEqual((await coming(page, token)).map(change => change.id), before.map(change => change.id));
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
