import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call, phone, scenario } from '../browser.mjs';
import { dialog, find, newProject, rowOf } from '../projects.mjs';

const at = '/projects/list';
const as = 'csm';
const rows = page => page.locator('tbody tr');
const heads = page => page.getByRole('columnheader').allInnerTexts();
const choose = async (page, filter, value) => {
  await page.getByRole('search').getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  await dialog(page).getByText(value, { exact: true }).click();
  await page.keyboard.press('Escape');
};
/** What was set is kept by the service. To be asked for before it is set. */
const preferenceStored = page =>
  page.waitForResponse(answer => answer.url().includes('/api/preference/') && answer.request().method() === 'PUT');

describe('the project list', () => {
  scenario('a browser that was never here asks for the list once, and for nothing that its first rows do not need', { as: 'csm' }, async page => {
    const [wanted, lists] = [[], []];
    page.on('request', request => wanted.push(new URL(request.url()).pathname));
    page.on('request', request => request.url().includes('/api/project?filter') && lists.push(request.url()));
    let release;
    const held = new Promise(done => (release = done));
    await page.route('**/api/project?filter*', async route => {
      await held;
      await route.continue();
    });
    await page.goto('/projects/list');
    await page.getByRole('columnheader').first().waitFor();
    await page.evaluate(() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done))));
    const named = await page.evaluate(() => [...document.querySelectorAll('[src], link[href]')].map(each => new URL(each.src ?? each.href).pathname));
    assert.deepEqual(wanted.filter(path => path.startsWith('/assets/') && !named.includes(path)), [], 'parts that come later');
    assert.ok(wanted.length <= 13, wanted.join(' '));
    release();
    await page.getByRole('row').nth(1).waitFor();
    assert.equal(lists.length, 1, lists.join(' '));
  });

  scenario('shows ten rows and the exact total', { as, at }, async (page, token) => {
    await rows(page).nth(9).waitFor();
    assert.equal(await rows(page).count(), 10);
    const { totalResults } = await call(page, token, 'GET', '/api/project?limit=1');
    await page.getByText(`1–10 of ${totalResults}`).waitFor();
  });

  scenario('pages, and keeps the page in the address', { as, at }, async page => {
    await rows(page).nth(9).waitFor();
    const first = await rows(page).first().innerText();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^11–20 of/).waitFor();
    assert.match(page.url(), /[?&]page=2\b/);
    assert.match(page.url(), /per-page=10\b/);
    await page.waitForFunction(text => document.querySelector('tbody tr')?.innerText !== text, first);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^21–30 of/).waitFor();
    await page.goBack();
    await page.getByText(/^11–20 of/).waitFor();
    await page.goBack();
    await page.getByText(/^1–10 of/).waitFor();
    await page.goto(`${at}?page=3&per-page=25`);
    await page.getByText(/^51–75 of/).waitFor();
  });

  scenario('remembers how many rows a person wants', { as, at }, async page => {
    await rows(page).nth(9).waitFor();
    const storing = page.waitForResponse(one => one.request().method() === 'PUT' && one.url().includes('/api/preference/'));
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
    await page.getByText(/^1–25 of/).waitFor();
    await storing; // a page that is left at once takes what it has not sent yet along
    await page.goto('/dashboard');
    await page.goto(at);
    await page.getByText(/^1–25 of/).waitFor();
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
    await page.getByText(/^1–10 of/).waitFor();
  });

  scenario('filters by status and by client, and clears', { as, at }, async (page, token) => {
    await rows(page).nth(9).waitFor();
    await choose(page, 'Status', 'Paused');
    const paused = await call(page, token, 'GET', '/api/project?limit=1&status=PAUSED');
    await page.getByText(new RegExp(`of ${paused.totalResults}$`)).waitFor();
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=50');
    await choose(page, 'Client', results[0].name);
    const both = await call(page, token, 'GET', `/api/project?limit=1&status=PAUSED&clientName=${encodeURIComponent(results[0].name)}`);
    await page.getByText(new RegExp(`of ${both.totalResults}$`)).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
  });

  scenario('finds a part of a title, whatever its case and accents', { as }, async (page, token) => {
    const { title } = await newProject(page, token, { title: `Zürich Großbäckerei ${Date.now()}` });
    await page.goto(at);
    await page.getByPlaceholder('Title contains').fill('zurich grossback');
    await rowOf(page, title).waitFor();
    await page.reload();
    await rowOf(page, title).waitFor();
  });

  scenario('says what was asked when nothing matches', { as, at }, async page => {
    await page.getByPlaceholder('Title contains').fill('no project is called so');
    await page.getByText('No project matches these filters', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /Clear all filters/ }).click();
    await rows(page).nth(9).waitFor();
  });

  scenario('sorts by a column, both ways', { as, at }, async (page, token) => {
    await rows(page).nth(9).waitFor();
    for (const direction of ['asc', 'desc']) {
      await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
      const { results } = await call(page, token, 'GET', `/api/project?limit=1&s=title:${direction}`);
      await page.waitForFunction(title => document.querySelector('tbody tr')?.textContent?.includes(title), results[0].title);
    }
    const head = page.getByRole('columnheader', { name: 'Title' });
    assert.equal(await head.getAttribute('aria-sort'), 'descending');
  });

  scenario('shows the columns one chooses, in one’s order', { as, at, size: { width: 1440, height: 900 } }, async page => {
    await rows(page).nth(9).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const chooser = page.getByRole('dialog', { name: 'Columns of the list' });
    const kept = preferenceStored(page);
    await chooser.getByLabel('Handle', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Handle' }).waitFor();
    await kept;
    await page.reload();
    await page.getByRole('columnheader', { name: 'Handle' }).waitFor();
    const before = await heads(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await chooser.getByRole('button', { name: /^Move Status/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(was => [...document.querySelectorAll('th')].map(th => th.textContent).join() !== was, before.join());
    await chooser.getByRole('button', { name: 'Back to default' }).click();
    await page.getByRole('columnheader', { name: 'Handle' }).waitFor({ state: 'detached' });
  });

  scenario('keeps a view under a name', { as, at }, async page => {
    await rows(page).nth(9).waitFor();
    await choose(page, 'Status', 'Closed');
    await page.getByRole('button', { name: 'Save this view' }).click();
    const name = `Done ${Date.now()}`;
    await dialog(page).getByLabel('Name of the view').fill(name);
    const kept = preferenceStored(page);
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
    await kept;
    const tab = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: new RegExp(name) });
    await tab.waitFor();
    await page.goto(at);
    await tab.click();
    await page.getByRole('search').getByRole('button', { name: /^Status Closed/ }).waitFor();
    await page.getByRole('button', { name: `Actions for the view ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await dialog(page).getByRole('button', { name: 'Delete view' }).click();
    await tab.waitFor({ state: 'detached' });
  });

  scenario('lets go of a view that shows the same as another', { as, at }, async page => {
    await rows(page).nth(9).waitFor();
    await page.getByRole('button', { name: 'Save this view' }).click();
    const name = `All again ${Date.now()}`;
    await dialog(page).getByLabel('Name of the view').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Actions for the view ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await dialog(page).getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('link', { name: new RegExp(name) }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('link', { name: /^All projects/ }).getAttribute('aria-current'), 'page');
  });

  scenario('keeps the way to the next page in sight, whatever the words beside it', { as, at, locale: 'de', size: { width: 1024, height: 768 } }, async page => {
    const next = page.locator('nav.pager').getByRole('button').last();
    await rows(page).nth(9).waitFor();
    const { x, width } = await next.boundingBox();
    assert.ok(x + width <= 1024, `the button ends at ${x + width} px`);
  });

  scenario('has room for its rows when the page is zoomed to 200 %', { as, at, size: { width: 640, height: 400 } }, async page => {
    await rows(page).nth(9).getByRole('link').click();
    await page.getByRole('dialog').getByRole('tab').first().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click(); // that of the sheet, not the logo below it
    await page.waitForURL('**/dashboard');
  });

  scenario('is worked by keyboard alone', { as }, async (page, token) => {
    const { title, id } = await newProject(page, token);
    await page.goto(at);
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.closest('[data-filters]') !== null);
    await page.getByPlaceholder('Title contains').focus();
    await page.keyboard.type(title);
    await rowOf(page, title).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Change status' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/list/${id}**`);
  });

  scenario('folds its filters on a telephone', { as, at, size: phone }, async page => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await dialog(page).getByText('Status', { exact: false }).first().waitFor();
  });

  scenario('says on a telephone what a yes is about', { as: 'config', at: '/platform/clients', size: phone }, async page => {
    await page.getByRole('listitem').filter({ hasText: 'Norrsken Bank' }).getByText(/Active: .*Yes/).waitFor();
  });

  scenario('offers every action in the menu of a row', { as }, async (page, token) => {
    const { title } = await newProject(page, token);
    await page.goto(at);
    await find(page, title);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    for (const name of ['Edit', 'Change status', 'History', 'Copy link', 'Delete']) {
      await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).waitFor();
    }
  });
});
