import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call, password, scenario, settled, signInByHand, status } from '../browser.mjs';
import { dialog, newProject } from '../projects.mjs';

const accounts = {
  csm: ['Dashboard', 'Project list'],
  tech: ['Dashboard'],
  content: ['Dashboard'],
  config: ['Dashboard', 'Staff'],
  all: ['Dashboard', 'Project list'],
  scoped: ['Dashboard', 'Project list'],
};

describe('signing in', () => {
  for (const [account, entries] of Object.entries(accounts)) {
    scenario(`${account} signs in and sees what the roles allow`, {}, async page => {
      await signInByHand(page, account);
      await page.waitForURL('**/dashboard');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      for (const entry of entries) await navigation.getByRole('link', { name: entry }).waitFor();
      const mayProjects = entries.includes('Project list');
      assert.equal(await navigation.getByRole('link', { name: 'Project list' }).count(), mayProjects ? 1 : 0);
    });
  }

  scenario('without a role one is told so and stays outside', { errors: [status(403)] }, async page => {
    await signInByHand(page, 'norole');
    await page.getByText("You don't have any roles to access admin panel, please contact your manager.").waitFor();
    assert.match(page.url(), /\/auth\/login/);
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0);
  });

  scenario('a wrong password is refused and the form stays', { errors: [status(401)] }, async page => {
    await signInByHand(page, 'csm', 'not the password at all');
    await page.getByText('E-mail and password do not match.').waitFor();
    assert.match(page.url(), /\/auth\/login/);
  });

  scenario('a session that was ended elsewhere says so, and goes on where it was', { as: 'csm', errors: [status(401)] }, async (page, token) => {
    await page.goto('/projects/list?status=PAUSED');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    const elsewhere = await fetch(new URL('/api/logout', page.url()), { // without the cookies of this browser
      method: 'POST', body: '{}', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    assert.ok(elsewhere.ok, String(elsewhere.status));
    await page.reload();
    await page.getByText('You were signed out elsewhere').waitFor();
    await page.getByLabel('E-mail').fill('csm@poolkeeper.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/list?status=PAUSED');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    assert.equal(await page.getByText('You were signed out').count(), 0);
  });

  scenario('the way goes on where it was interrupted', { at: '/projects/list?status=PAUSED' }, async page => {
    await page.getByLabel('E-mail').fill('csm@poolkeeper.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/projects/list**');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  scenario('what is being read when one logs out is given up', { as: 'csm', at: '/dashboard' }, async page => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/api/project?*', async route => {
      await page.waitForURL('**/auth/login**'); // a list that takes its time
      await route.continue().catch(() => {});
    });
    const isOver = new Promise(over => {
      const look = request => request.url().includes('/api/project?') && over();
      for (const end of ['requestfinished', 'requestfailed']) page.on(end, look);
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login**');
    await isOver;
    await page.getByLabel('E-mail').waitFor();
    await settled(page);
  });

  scenario('a reload keeps the session, logging out ends it', { as: 'csm', at: '/dashboard' }, async page => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login**');
    await page.goto('/projects/list');
    await page.waitForURL('**/auth/login**');
  });

  scenario('tabs lose and regain their session together, with what was typed', { as: 'csm' }, async (page, token) => {
    const project = await newProject(page, token);
    const other = await page.context().newPage();
    await page.goto(`/projects/list/${project.id}`);
    await other.goto('/projects/list');
    await dialog(page).getByLabel(/^City/).fill('Graz');
    await other.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await Promise.all([page, other].map(each => each.reload())); // both refresh with one token at once
    await other.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await dialog(page).getByText('Your unsaved changes are back.', { exact: false }).waitFor();

    await other.getByRole('button', { name: /user menu of/ }).click();
    await other.getByRole('button', { name: 'Log out' }).click();
    await Promise.all([page, other].map(each => each.waitForURL('**/auth/login**')));
    await other.getByLabel('E-mail').fill('csm@poolkeeper.example');
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/projects/list/${project.id}`);
    await dialog(page).getByText('Your unsaved changes are back.', { exact: false }).waitFor();
    assert.equal(await dialog(page).getByLabel(/^City/).inputValue(), 'Graz');
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await dialog(page).getByLabel(/^City/).waitFor({ state: 'detached' });
    await other.close();
  });

  scenario('one client is the whole world of a scoped account', { as: 'scoped' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=50');
    assert.equal(results.length, 1);
    await page.goto('/projects/list');
    await page.getByRole('row').nth(1).waitFor();
    const projects = await call(page, token, 'GET', '/api/project?limit=100');
    assert.deepEqual([...new Set(projects.results.map(project => project.clientName))], [results[0].name]);
  });
});
