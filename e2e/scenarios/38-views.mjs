// Lists as boards and as calendars: each column takes what the rules let go there, and the address says what is in sight.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { answered, cardOf, column } from '../boards.mjs';
import { axe, beside, call, fits, phone, scenario } from '../browser.mjs';
import { dialog } from '../projects.mjs';

const boards = [
  { name: 'project', route: '/projects/list', path: '/api/project', filter: 'status', states: ['ACTIVE', 'PAUSED', 'CLOSED', 'DELETED'] },
  { name: 'application', route: '/projects/applications', path: '/api/projectApplication', filter: 'status', states: ['uc', 'a', 'sp', 'sf', 's2c', 'h', 'rm', 'rv', 'w'] },
  { name: 'freelancer', route: '/users/freelancers', path: '/api/freelancer', filter: 'state', states: ['UV', 'AC', 'DE', 'DL'] },
];

describe('board', () => {
  for (const { name, route, path, filter, states } of boards) {
    scenario(`each column of ${name} takes what the service lets go there, and nothing else`, { as: 'all', at: `${route}?view=board` }, async (page, token) => {
      let lifted = 0;
      for (const from of states) {
        const { results, totalResults } = await call(page, token, 'GET', `${path}?${filter}=${from}&limit=1`);
        await column(page, from).locator('.n').getByText(totalResults.toLocaleString('en'), { exact: true }).waitFor();
        if (results.length === 0) continue;
        const fold = column(page, from).getByRole('button', { expanded: false });
        if (await fold.isVisible()) await fold.click();
        const card = cardOf(page, results[0].id);
        await card.getByRole('link').focus();
        const received = answered(page, `/possibleStatuses/${results[0].id}`);
        await page.keyboard.press('Space');
        const offered = await (await received).json();
        await column(page, from).locator('.card.lifted').waitFor();
        for (const { value, allowed } of offered.results) {
          await page.locator(allowed ? `[data-column="${value}"]:not(.no):not(.fold)` : `[data-column="${value}"].no`).waitFor();
        }
        await page.keyboard.press('Escape');
        await column(page, from).locator('.card.lifted').waitFor({ state: 'detached' });
        lifted += 1;
      }
      assert.ok(lifted > 1, `only ${lifted} columns have cards`);
      await axe(page, `board of ${name}`);
    });
  }

  scenario('the way a list is shown stays with its filters and is remembered', { as: 'csm', at: '/projects/list' }, async page => {
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await column(page, 'ACTIVE').locator('[data-card]').first().waitFor();
    await page.getByPlaceholder('Title contains').fill('developer');
    await page.waitForURL(/developer/);
    await page.waitForURL(/view=board/);
    const storing = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().includes('/api/preference/'));
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await storing;
    await page.goto('/projects/list');
    await page.waitForURL(/view=calendar/);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
  });

  scenario('on a telephone one column is in sight, and the next one looks in', { as: 'csm', at: '/projects/applications?view=board', size: phone }, async page => {
    await page.locator('[data-card]').first().waitFor();
    await fits(page);
    await axe(page, 'board on a telephone');
  });
});

describe('calendar', () => {
  for (const [route, isLasting] of [['/projects/list', true], ['/users/freelancers', false], ['/platform/notes', false]]) {
    scenario(`${route} by month and over time`, { as: 'all', at: `${route}?view=calendar` }, async page => {
      const day = page.locator('[data-day][tabindex="0"]');
      await day.focus();
      await page.keyboard.press('Enter');
      await page.locator('.cal-list').waitFor();
      await axe(page, `month of ${route}`);
      await page.keyboard.press('PageDown');
      await page.waitForURL(/view=calendar\.\d{4}-\d{2}/);
      await page.getByRole('button', { name: isLasting ? 'Bars' : 'Timeline' }).click();
      await page.waitForURL(/bars/);
      if (isLasting) await page.locator('.tl-bar').first().waitFor();
      await axe(page, `bars of ${route}`);
    });
  }

  scenario('on a telephone a month fits, and a day opens its records', { as: 'csm', at: '/projects/list?view=calendar', size: phone }, async page => {
    await page.locator('[data-day][tabindex="0"]').click();
    await page.locator('.cal-list').waitFor();
    await fits(page);
    await axe(page, 'month on a telephone');
  });
});

describe('shared views', () => {
  const tab = (page, name) => page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: new RegExp(name) });
  const openMenu = async (page, name) => {
    await page.getByRole('button', { name: `Actions for the view ${name}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
  };

  scenario('a view is shared by keyboard, laid out so for somebody else, copied there, and withdrawn', { as: 'csm', at: '/platform/notes' }, async page => {
    const name = `Tasks ${Date.now()}`;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Compact rows' }).check();
    await page.getByRole('checkbox', { name: 'Assigned to' }).uncheck();
    await axe(page, 'columns with compact rows');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await dialog(page).getByLabel('Name of the view').fill(name);
    await page.keyboard.press('Enter');
    await tab(page, name).waitFor();
    await openMenu(page, name);
    await page.getByRole('menuitem', { name: 'Share view' }).press('Enter');
    await dialog(page).getByLabel('Shared with').selectOption({ label: 'Tech support' });
    await axe(page, 'sharing a view');
    await dialog(page).getByRole('button', { name: 'Share view' }).press('Enter');
    await page.getByText('The view is shared').waitFor({ state: 'attached' });

    const other = await beside('tech');
    try {
      await other.goto('/platform/notes');
      await tab(other, name).click();
      await other.locator('.list[data-density="COMPACT"]').waitFor();
      await other.getByRole('columnheader', { name: 'Assigned to' }).waitFor({ state: 'detached' });
      await openMenu(other, name);
      await other.getByText('who shares it, can change it', { exact: false }).waitFor();
      await axe(other, 'menu of a view that somebody else shares');
      await other.getByRole('menuitem', { name: 'Copy as my own view' }).press('Enter');
      await tab(other, name).nth(1).waitFor();

      await openMenu(page, name);
      await page.getByRole('menuitem', { name: 'Stop sharing' }).press('Enter');
      await dialog(page).getByRole('button', { name: 'Stop sharing' }).press('Enter');
      await page.getByText('The view is no longer shared').waitFor({ state: 'attached' });
      await other.goto('/platform/notes');
      await tab(other, name).click();
      await other.locator('.list[data-density="COMPACT"]').waitFor();
      assert.equal(await tab(other, name).count(), 1);
    } finally {
      await other.context().close();
    }
  });
});
