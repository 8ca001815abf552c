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

  /** Plans what the dialog on top would save, and answers whether nothing was saved yet. */
  const plan = async page => {
    await dialog(page).getByText('Save from a date on').waitFor();
    await dialog(page).getByRole('region', { name: 'What it changes' }).locator('ins').first().waitFor();
    await dialog(page).getByRole('button', { name: 'Plan the change' }).click();
    await page.getByText('The change is planned.').waitFor();
  };

  /** Takes back what stands in the list of planned changes under a name, and looks that it stands there as taken back. */
  const undoPlanned = async (page, name) => {
    await page.goto('/platform/planned');
    const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Take back: ${name}` }) });
    await line.getByText(/^From .*\b1 /).waitFor(); // the first of the next month is suggested
    await page.getByRole('button', { name: `Take back: ${name}` }).click();
    await line.waitFor({ state: 'detached' });
  };

  scenario('a setting is changed from a date on, and the change is taken back', { as: 'config', at: '/platform/settings' }, async (page, token) => {
    const line = page.locator('form').filter({ has: page.getByLabel('Sender of mails') });
    const before = await page.getByLabel('Sender of mails').inputValue();
    await page.getByLabel('Sender of mails').fill('New Team <new@poolkeeper.example>');
    await line.getByRole('button', { name: 'From a date…' }).click();
    await plan(page);
    const here = page.getByRole('region', { name: 'Planned changes' });
    await here.getByText('New Team <new@poolkeeper.example>').waitFor();
    await axe(page, 'a setting with a planned change');
    await undoPlanned(page, 'Sender of mails');
    const { results } = await call(page, token, 'GET', '/api/setting');
    assert.equal(results.find(({ key }) => key === 'mail.from').value, before);
  });

  scenario('a formula is changed from a date on, and the change is taken back', { as: 'config', at: '/platform/formulas' }, async (page, token) => {
    const read = async () => (await call(page, token, 'GET', '/api/rate/formula?scope=system')).billRateFormula;
    const before = await read();
    await page.getByRole('textbox', { name: 'Bill rate formula' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`payRate * 1.${process.pid % 90}1`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save …' }).click();
    await dialog(page).getByText('Rates that change').waitFor();
    await dialog(page).getByRole('button', { name: 'From a date…' }).click();
    await plan(page);
    const here = page.getByRole('region', { name: 'Planned changes' });
    await here.getByText('Bill rate formula').first().waitFor();
    await axe(page, 'a formula with a planned change');
    await here.getByRole('button', { name: /^Take back/ }).first().click();
    await here.waitFor({ state: 'detached' });
    assert.equal(await read(), before);
  });

  scenario('a mapping is put in use from a date on, and that is taken back', { as: 'config', at: '/dashboard' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=1');
    const connection = await call(page, token, 'POST', '/api/vms/connection', {
      name: `Later ${process.pid}`, clientId: results[0].id, baseUrl: 'https://vms.example', auth: 'NONE', active: false,
    });
    const mapping = await call(page, token, 'POST', '/api/vms/mapping', {
      connectionId: connection.id, direction: 'outbound', entity: 'APPLICATION', rules: [{ target: 'name', jq: '.application.handle' }],
    });
    await page.goto(`/platform/vms/mappings/${mapping.id}/try`);
    await dialog(page).getByRole('button', { name: 'Put version 1 in use', disabled: false }).click();
    await dialog(page).getByRole('button', { name: 'From a date…', disabled: false }).click();
    await plan(page);
    const here = page.getByRole('dialog').getByRole('region', { name: 'Planned changes' });
    await here.getByText('In use').first().waitFor();
    await axe(page, 'a mapping with a planned change');
    await here.getByRole('button', { name: /^Take back/ }).click();
    await here.waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/vms/mapping/${mapping.id}`)).state, 'DRAFT');
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
