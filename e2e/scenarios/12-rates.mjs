import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, fits, scenario, sizeName, sizes, status } from '../browser.mjs';
import { dialog } from '../projects.mjs';

const as = 'config';
const at = '/platform/formulas';
const formula = `markup(payRate, markupPct ?? 10) + 1.${10 + (process.pid % 90)}`; // new to every run

const someClient = async (page, token) => (await call(page, token, 'GET', '/api/client?from=0&size=50&name=Meridian')).results[0];

const choose = async (page, name) => {
  await page.getByLabel('Formulas of').selectOption({ label: 'Client' });
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('combobox', { name: 'Client' }).fill(name.slice(0, 6));
  await page.getByRole('option', { name }).click();
};

const editor = (page, name) => page.getByRole('textbox', { name });

const write = async (page, name, text) => {
  await editor(page, name).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text); // over what is selected, which Chromium by itself would style inline, against the policy
  await page.keyboard.press('Escape'); // the list of names it offers
};

describe('rate formulas', () => {
  scenario('are tried on open applications before they are saved and applied', { as, at, errors: [status(422)] }, async (page, token) => {
    const client = await someClient(page, token);
    await choose(page, client.name);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('row').nth(1).waitFor();
    await write(page, 'Bill rate formula', 'payRate + foo');
    await page.getByText('There is no variable or function “foo”.').first().waitFor();
    await write(page, 'Bill rate formula', formula);
    await preview.locator('ins').first().waitFor();
    await axe(page, 'formulas');
    await page.getByRole('button', { name: 'Save …' }).click();
    const box = dialog(page);
    await box.getByText('Rates that change').waitFor();
    await box.getByText('Median difference').waitFor();
    await box.getByLabel('Note for the versions').fill('Flat fee of 1.25');
    await box.getByRole('radio', { name: 'New and open applications' }).check();
    await box.getByRole('button', { name: 'Save', exact: true }).click();
    const job = page.getByRole('dialog', { name: /Rate formulas for open applications/ });
    await job.getByText('Completed', { exact: true }).waitFor();
    await job.getByText(/Can be undone until/).waitFor();
    await job.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Flat fee of 1.25').first().waitFor();
    await page.getByRole('textbox', { name: 'Bill rate formula' }).filter({ hasText: formula }).waitFor();
    await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' }); // what was saved is no draft any more
    const { versions, billRateFormula } = await call(page, token, 'GET', `/api/rate/formula?scope=client&id=${client.id}`);
    assert.equal(billRateFormula, formula);
    assert.equal(versions[0].note, 'Flat fee of 1.25');
    const { open, changed } = await call(page, token, 'POST', '/api/rate/impact', { scope: 'client', id: client.id, payRateFormula: '', billRateFormula: formula });
    assert.ok(open > 0);
    assert.equal(changed, 0);
  });

  scenario('are read by those who may not write them', { as: 'csm', at }, async (page, token) => {
    await choose(page, (await someClient(page, token)).name);
    await page.getByRole('region', { name: 'Preview' }).getByRole('row').nth(1).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save …' }).count(), 0);
  });

  scenario('of clients that have none are one click from the dashboard', { as, at: '/dashboard' }, async page => {
    await page.locator('[data-worklist="clientsWithoutFormulas"]').getByText('Set formulas').first().click();
    await page.waitForURL(/\/platform\/clients\/\d+/);
    await dialog(page).getByRole('tab', { name: 'Details' }).waitFor();
  });

  scenario('of the system name what was meant by a name that there is none of', { as, at, errors: [status(422)] }, async page => {
    await write(page, 'Bill rate formula', 'markup(payRate, markupPc ?? 0)');
    await page.getByText('Did you mean “markupPct”?').first().waitFor();
    await axe(page, 'a name that was meant');
    await page.getByRole('button', { name: 'Use “markupPct”' }).click();
    await page.getByRole('textbox', { name: 'Bill rate formula' }).filter({ hasText: 'markupPct ?? 0' }).waitFor();
    await page.getByText('Did you mean', { exact: false }).waitFor({ state: 'detached' });
  });

  scenario('of the system say that they come with the product', { as, at }, async page => {
    await page.getByText('Comes with the product: talentRate').waitFor();
  });

  scenario('stand in a tree, whose warnings lead to the applications they are about', { as: 'all', at }, async page => {
    const tree = page.getByRole('region', { name: 'Overview by client and project' });
    await tree.getByRole('listitem').nth(1).waitFor();
    await axe(page, 'tree of formulas');
    const warning = tree.getByRole('link', { name: /have warnings|has a warning/ }).first();
    const [count] = /[\d,]+/.exec(await warning.textContent());
    await warning.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/projects\/applications\?/);
    await page.getByRole('status').getByText(new RegExp(`^${count} applications?`)).waitFor();
    await axe(page, 'applications with warnings');
  });

  scenario('are not there for others', { as: 'tech', at }, async page => {
    await page.getByText('This page could not be found').waitFor();
  });

  for (const size of sizes) {
    scenario(`stay within the lines, ${sizeName(size)}`, { as, at, size }, async (page, token) => {
      await choose(page, (await someClient(page, token)).name);
      await page.getByRole('region', { name: 'Preview' }).getByRole('row').nth(1).waitFor();
      await fits(page);
      await axe(page, `formulas ${sizeName(size)}`);
    });
  }
});
