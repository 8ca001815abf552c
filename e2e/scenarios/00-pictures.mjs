// The pictures of the README; first, while the demo data are as they come.
import { describe } from 'node:test';
import { call, phone, picture, scenario } from '../browser.mjs';

const size = { width: 1440, height: 900 };
const as = 'all';
const listed = async page => {
  await page.locator('[data-row]').nth(5).waitFor();
  await page.evaluate(() => document.fonts.ready);
};

describe('pictures', () => {
  scenario('project list', { as, size, at: '/projects/list?per-page=25' }, async page => {
    await listed(page);
    await picture(page, 'project-list');
  });
  scenario('project list, dark', { as, size, theme: 'dark', at: '/projects/list?per-page=25' }, async page => {
    await listed(page);
    await picture(page, 'project-list-dark');
  });
  scenario('project list on a telephone', { as, size: phone, at: '/projects/list' }, async page => {
    await listed(page);
    await picture(page, 'project-list-390');
  });
  scenario('dashboard', { as: 'csm', size, at: '/dashboard' }, async page => {
    await page.locator('[data-worklist] [data-row]').first().waitFor();
    await picture(page, 'dashboard');
  });
  scenario('a person', { as: 'csm', size }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/projectApplication?status=s2c&limit=1');
    await page.goto(`/users/freelancers/${results[0].freelancerId}`);
    await page.getByRole('dialog').getByRole('region', { name: 'Latest' }).getByRole('listitem').first().waitFor();
    await picture(page, 'person');
  });
  scenario('shortlist', { as: 'csm', size }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=50');
    const skilled = results.find(({ skills, currency }) => (skills ?? []).length > 0 && currency === 'EUR') ?? results[0];
    await page.goto(`/projects/list/${skilled.id}/shortlist`);
    await page.getByRole('dialog').locator('tbody tr').nth(2).waitFor();
    await picture(page, 'shortlist');
  });
  scenario('status dialog', { as, size }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=50');
    const busy = results.find(project => (project.applicationCounts?.a ?? 0) > 0) ?? results[0];
    await page.goto('/projects/list?per-page=25');
    await listed(page);
    await page.getByPlaceholder('Title contains').fill(busy.title);
    await page.getByRole('button', { name: `Actions for ${busy.title}` }).first().click();
    await page.getByRole('menuitem', { name: /^Change status/ }).click();
    await page.getByRole('dialog').getByRole('radio', { name: /^Closed/ }).check({ force: true });
    await picture(page, 'status-dialog');
  });
  scenario('project history', { as, size }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=CLOSED&limit=1');
    await page.goto(`/projects/list/${results[0].id}/history`);
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await picture(page, 'project-history');
  });
  scenario('command palette', { as, size, at: '/projects/list?per-page=25' }, async page => {
    await listed(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search records, screens and commands' }).fill('de');
    await page.getByRole('dialog').getByRole('option').nth(3).waitFor();
    await picture(page, 'palette');
  });
  scenario('an application', { as, size }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/projectApplication?status=a&limit=50');
    await page.goto(`/projects/applications/${results.find(one => one.billRate)?.id ?? results[0].id}`);
    await listed(page);
    await page.getByText(/checks pass/).waitFor();
    await picture(page, 'application');
  });
  scenario('freelancers', { as, size, at: '/users/freelancers?per-page=25' }, async page => {
    await listed(page);
    await picture(page, 'freelancers');
  });
});
