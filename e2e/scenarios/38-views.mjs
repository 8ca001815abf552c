// Lists as boards and as calendars: each column takes what the rules let go there, and the address says what is in sight.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { answered, cardOf, column } from '../boards.mjs';
import { axe, call, fits, phone, scenario } from '../browser.mjs';

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
        const asked = answered(page, `/possibleStatuses/${results[0].id}`);
        await page.keyboard.press('Space');
        const offered = await (await asked).json();
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
    const kept = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.url().includes('/api/preference/'));
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await kept;
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
