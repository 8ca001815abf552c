import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call, desk, phone, scenario, status } from '../browser.mjs';
import { dialog, find, freshTitle, newProject, rowOf, setStatus } from '../projects.mjs';

const as = 'csm';
const open = async (page, id) => {
  await page.goto(`/projects/list/${id}`);
  await page.getByRole('dialog').getByLabel(/^Title/).waitFor(); // the dialog is there before its record
};
const changeStatus = async (page, title, to, { reason, submit }) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: /^(Change status|Restore)/ }).click();
  const box = page.getByRole('dialog', { name: /^(Change status|Restore project)$/ });
  await box.getByRole('radio', { name: new RegExp(`^${to}`) }).check({ force: true });
  if (reason) await box.getByLabel(/^Reason/).selectOption({ label: reason });
  if (reason === 'Other') await box.getByLabel(/^Comment/).fill('asked for by the client');
  await box.getByRole('button', { name: submit }).click();
  await box.waitFor({ state: 'detached' });
};

describe('a project', () => {
  scenario('is created in a dialog over the list', { as, at: '/projects/list' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=50');
    const title = freshTitle('Bridge inspector');
    await page.getByRole('link', { name: /^New project/i }).or(page.getByRole('button', { name: /^New project/i })).click();
    await page.waitForURL('**/projects/list/create**');
    const box = dialog(page);
    await box.getByRole('button', { name: /^Create project/i }).click();
    await box.getByText('Must be filled in.').first().waitFor();
    await box.getByLabel(/^Title/).fill(title);
    const client = box.getByRole('combobox', { name: /^Client/ });
    await client.click();
    await client.fill(results[0].name);
    await page.getByRole('option', { name: results[0].name }).click();
    await box.getByRole('button', { name: /^Create project/i }).click();
    await page.getByText(`“${title}” was created`).waitFor();
    await find(page, title);
  });

  for (const size of [desk, phone]) {
    scenario(`leaves the buttons of the next dialog free when it was saved, ${size.width} px`, { as, size }, async (page, token) => {
      const { id } = await newProject(page, token);
      await open(page, id);
      await dialog(page).getByLabel(/^Hours per week/).fill('32');
      await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
      await page.getByText(/was saved$/).waitFor();
      await page.getByRole('link', { name: /^New project/i }).click();
      const button = dialog(page).getByRole('button', { name: 'Create project' });
      await button.click({ trial: true, timeout: 3000 }); // the message is there longer
      assert.ok(await page.getByText(/was saved$/).isVisible());
    });
  }

  scenario('is edited, and the list shows it', { as }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    await open(page, id);
    const box = dialog(page);
    const renamed = `${title} renamed`;
    await box.getByLabel(/^Title/).fill(renamed);
    await box.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText(`“${renamed}” was saved`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await find(page, renamed);
  });

  scenario('refuses what is wrong beside the field', { as }, async (page, token) => {
    const { id } = await newProject(page, token);
    await open(page, id);
    const box = dialog(page);
    await box.getByLabel(/^Hours per week/).fill('61');
    await box.getByRole('button', { name: /^Save/ }).click();
    await box.getByText('Must be 60 or less.').waitFor();
  });

  scenario('asks before unsaved changes are lost', { as }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    await open(page, id);
    await dialog(page).getByLabel(/^Title/).fill('lost');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).getByText('Discard 1 change?').waitFor();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/project/${id}`)).title, title);
  });

  scenario('saved by somebody else meanwhile is merged, not overwritten', { as, errors: [status(409)] }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    await open(page, id);
    await call(page, token, 'PUT', `/api/project/${id}`, { title: `${title} theirs`, siteCity: 'Bern' });
    await dialog(page).getByLabel(/^Title/).fill(`${title} mine`);
    await dialog(page).getByRole('button', { name: /^Save/ }).click();
    const merge = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await merge.getByText(`${title} theirs`).first().waitFor();
    await merge.getByText(`${title} mine`).first().click();
    await merge.getByRole('button', { name: 'Save the merged version' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' }); // the form goes when the service has answered
    const saved = await call(page, token, 'GET', `/api/project/${id}`);
    assert.deepEqual([saved.title, saved.siteCity], [`${title} mine`, 'Bern']);
  });

  scenario('stands as it was saved, though an older list comes later', { as }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    let read;
    let answer;
    const wanted = new Promise(done => (read = done));
    const held = new Promise(done => (answer = done));
    await page.route(/range=.*Stonemason|Stonemason.*range=/, async route => {
      const old = await route.fetch();
      read();
      await held;
      await route.fulfill({ response: old }).catch(() => {}); // nobody may be waiting for it any more
    }, { times: 1 });
    await page.goto(`/projects/list/${id}?filter=${encodeURIComponent(JSON.stringify({ title }))}`);
    await dialog(page).getByLabel(/^Title/).fill(`${title} renamed`);
    await wanted;
    await dialog(page).getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    answer();
    await rowOf(page, `${title} renamed`).waitFor();
  });

  scenario('is paused, closed, reopened, deleted and restored', { as }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    const now = async () => (await call(page, token, 'GET', `/api/project/${id}`)).status;
    await page.goto('/projects/list');
    await find(page, title);
    await changeStatus(page, title, 'Paused', { submit: /^Pause project/ });
    assert.equal(await now(), 'PAUSED');
    await rowOf(page, title).getByText('Paused').waitFor();
    await changeStatus(page, title, 'Closed', { reason: 'Budget', submit: /^Close project/ });
    assert.equal(await now(), 'CLOSED');
    await changeStatus(page, title, 'Active', { reason: 'Other', submit: /^Reopen project/ });
    assert.equal(await now(), 'ACTIVE');
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const box = dialog(page);
    await box.getByRole('combobox', { name: /^Reason/ }).selectOption({ label: 'Created by mistake' });
    await box.getByRole('button', { name: /^Delete/ }).click();
    await box.waitFor({ state: 'detached' });
    assert.equal(await now(), 'DELETED');
    await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: /^Deleted/ }).click();
    await rowOf(page, title).waitFor();
    await changeStatus(page, title, 'Closed', { reason: 'Other', submit: /^Restore project/ });
    assert.equal(await now(), 'CLOSED');
  });

  scenario('shows what a change does before it is done', { as }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=50');
    const busy = results.find(project => (project.applicationCounts?.a ?? 0) > 0);
    assert.ok(busy, 'the demo has an active project with applications');
    await page.goto('/projects/list');
    await find(page, busy.title);
    await page.getByRole('button', { name: `Actions for ${busy.title}` }).click();
    await page.getByRole('menuitem', { name: /^Change status/ }).click();
    const box = page.getByRole('dialog', { name: 'Change status' });
    await box.getByRole('radio', { name: /^Closed/ }).check({ force: true });
    await box.getByRole('button', { name: /^Close project, withdraw \d+ applications?$/ }).waitFor();
    await box.getByText(/An active project can be deleted only without any\./).waitFor();
    await box.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await call(page, token, 'GET', `/api/project/${busy.id}`)).status, 'ACTIVE');
  });

  scenario('tells who changed what, and brings an old value back', { as }, async (page, token) => {
    const { id, title } = await newProject(page, token);
    await call(page, token, 'PUT', `/api/project/${id}`, { siteCity: 'Graz' });
    await call(page, token, 'PUT', `/api/project/${id}`, { siteCity: 'Linz' });
    await setStatus(page, token, id, 'PAUSED');
    await page.goto(`/projects/list/${id}/history`);
    const box = page.getByRole('dialog', { name: title });
    await box.getByText('changed the status').waitFor();
    await box.getByText('created the project', { exact: false }).waitFor();
    await box.getByRole('button', { name: /^Restore City to Graz/ }).click();
    await box.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/project/${id}`)).siteCity, 'Graz');
    await call(page, token, 'PUT', `/api/project/${id}`, { siteCity: 'Wels', title: `${title} renamed` });
    await page.goto(`/projects/list/${id}/history`);
    await page.getByRole('dialog').getByRole('button', { name: 'Back to version 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const complete = await call(page, token, 'GET', `/api/project/${id}`);
    assert.deepEqual([complete.title, complete.siteCity], [title, 'Graz']);
  });

  scenario('that does not exist is said to be missing', { as, at: '/projects/list/999999999', errors: [status(404)] }, async page => {
    await page.getByText('This record does not exist').waitFor();
  });
});
