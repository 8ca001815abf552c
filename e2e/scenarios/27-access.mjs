// Who may do what: the panel as another role sees it, why something is refused, and what support finds of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe } from 'node:test';
import { newApplication } from '../applications.mjs';
import { axe, call, fits, product, scenario, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';
import { freshTitle, newProject } from '../projects.mjs';

const link = (page, name) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** A call that technical support has no right to; the id of its request. */
const refused = async (page, token) => {
  const id = randomUUID();
  const answer = await page.request.delete('/api/project/7', { headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': id } });
  assert.equal(answer.status(), 403);
  return id;
};

/** The story of an id, once it is read. */
const shownStory = async page => {
  const story = page.getByRole('region', { name: 'What happened' });
  await story.getByRole('list', { name: 'What happened, in order' }).waitFor();
  return story;
};

/** Opens the lines of the log below a story. */
const openLines = story => story.getByText(/in the log of this copy of the service$/).click();

/** A session of an account that is not that of the page. */
const signedInElsewhere = async account => {
  const answer = await fetch(`${product.url}/api/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'admin-panel' },
    body: JSON.stringify({ username: `${account}@poolkeeper.example`, password: 'poolkeeper-demo-2026' }),
  });
  assert.equal(answer.status, 200);
};

/** A closed project between whose last two changes lies a whole minute: one of the demo data, since scenarios close theirs at once. */
const longClosed = async (page, token) => {
  const { results: projects } = await call(page, token, 'GET', '/api/project?status=CLOSED&limit=20&s=id:asc');
  for (const { id } of projects) {
    const { results } = await call(page, token, 'GET', `/api/history/project/${id}`);
    const [closed, before] = results.filter(({ action }) => action !== 'read').map(({ at }) => Date.parse(at));
    if (closed - before > 120_000) return { id, closed, before };
  }
  throw new Error('no closed project of the demo data is left');
};

/** Opens the history of a project and shows what it was at a moment. */
const showAsOf = async (page, id, at) => {
  await page.goto(`/projects/list/${id}/history`);
  await page.getByRole('button', { name: 'As it was at' }).click();
  const moment = await page.evaluate(
    then => new Date(then).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    at,
  );
  await page.getByRole('textbox', { name: 'As it was at' }).fill(moment);
  await page.keyboard.press('Tab');
  return page.getByRole('region', { name: 'As it was at' });
};

describe('access', () => {
  scenario('the panel is seen as another role, which changes nothing', { as: 'all', at: '/dashboard', errors: [status(403)] }, async (page, token) => {
    const pool = await call(page, token, 'POST', '/api/pool', { clientId: 1, vmsName: `Seen ${process.pid}` });
    await link(page, 'Project list').waitFor();
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('combobox', { name: 'View as role' }).selectOption('c');
    await page.getByText('You see the panel as the role Content manager does.').waitFor();
    await link(page, 'Pool list').waitFor();
    assert.equal(await link(page, 'Project list').count(), 0);
    await axe(page, 'the view of a role');
    await page.goto(`/pools/list/${pool.id}`);
    const form = page.getByRole('dialog');
    await form.getByLabel(/^Name/).fill(`Changed ${process.pid}`);
    await form.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('Nothing is changed while you look at the panel as another role.').first().waitFor();
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).vmsName, `Seen ${process.pid}`);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Back to my own view' }).click();
    await link(page, 'Project list').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Back to my own view' }).count(), 0);
  });

  scenario('a refusal stands in the audit log, and leads to all that is known of it', { as: 'tech' }, async (page, token) => {
    const id = await refused(page, token);
    await page.goto(`/platform/audit?filter=${encodeURIComponent(JSON.stringify({ action: 'auth.denied', requestId: id }))}`);
    await page.getByRole('link', { name: 'Call refused' }).click();
    await page.getByRole('dialog').getByText('project.delete').first().waitFor();
    await page.getByRole('dialog').getByRole('link', { name: id }).click();
    const story = await shownStory(page);
    await story.getByText(/^Failed at step [12] of 2$/).waitFor(); // its entry and its line may be of one instant
    await story.getByRole('listitem').filter({ hasText: 'refused' }).getByText('project.delete').waitFor();
    await story.getByRole('link', { name: /^Call refused/ }).waitFor();
    await openLines(story);
    await axe(page, 'what happened because of a request');
  });

  scenario('the message of an error leads to all that is known of its request', { as: 'all', at: '/users/admins', errors: [status(403)] }, async page => {
    await page.evaluate(() => sessionStorage.setItem('panel.viewAs', 'd'));
    await signedInElsewhere('tech');
    await page.goto(`/users/admins?filter=${encodeURIComponent('{"name":"Tariq"}')}`);
    await page.getByRole('link', { name: 'Tariq Behrens' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Sign out/ }).first().click();
    await page.goto(await page.getByRole('link', { name: /^[0-9a-f]{8}$/ }).getAttribute('href'));
    const story = await shownStory(page);
    await story.getByText(/^session\.end, /).first().waitFor();
    await story.getByRole('link', { name: /^Call refused/ }).waitFor();
  });

  scenario('all that came of a request stands together: log, entries, job, mail and index', { as: 'all' }, async (page, token) => {
    const { id } = await newApplication(page, token, await newProject(page, token, { title: freshTitle('Traced') }));
    const requestId = randomUUID();
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId };
    const data = { filters: { id: String(id) }, input: { status: 'rm', reason: 'SKILLS' }, dryRun: false };
    const started = await page.request.post('/api/bulk/application/changeStatus', { headers, data });
    assert.equal(started.status(), 202, await started.text());
    const { jobId } = await started.json();
    await until('the end of the job', 60, async () => (await call(page, token, 'GET', `/api/job/${jobId}`)).state === 'COMPLETED');
    await page.request.post('/api/clientError', { data: { message: `lost the way ${process.pid}`, requestId } });
    await until('the index', 60, async () => (await call(page, token, 'GET', `/api/support/${requestId}`)).index.some(({ state }) => state === 'OK'));
    await page.goto(`/support/${requestId}`);
    const story = await shownStory(page);
    const steps = story.getByRole('list', { name: 'What happened, in order' });
    const step = part => steps.getByRole('listitem').filter({ has: page.getByText(part, { exact: true }) });
    await step('Call').filter({ hasText: 'client error' }).waitFor();
    await step('Record').getByRole('link', { name: `Status changed, Application ${id}` }).waitFor();
    await step('Job').getByText(`Completed, ${jobId}`).waitFor();
    await step('Mail').getByRole('link', { name: 'Refusal of an application' }).waitFor();
    await step('Mail').getByText(new RegExp(`, Application ${id}$`)).waitFor();
    await step('Index').getByText(`Application ${id}, as in the index`).waitFor();
    await openLines(story);
    await story.getByText(`lost the way ${process.pid}`).waitFor();
    assert.equal(await step('Message').count(), 0, 'it went to no vendor management system');
  });

  scenario('a record is shown as it was at a moment, beside today', { as: 'csm' }, async (page, token) => {
    const { id, closed, before } = await longClosed(page, token);
    const then = await showAsOf(page, id, (closed + before) / 2);
    await then.getByText('now Closed', { exact: true }).waitFor();
    assert.equal(await then.getByText('Status', { exact: true }).count(), 1);
    await axe(page, 'a record at a moment');
  });

  scenario('a field is put back to what it was at a moment', { as: 'csm' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/project?status=ACTIVE&limit=20&s=id:asc');
    const projects = await Promise.all(results.map(({ id }) => call(page, token, 'GET', `/api/project/${id}`)));
    const { id, siteCity, lastUpdated } = projects.find(project => project.siteCity && Date.now() - Date.parse(project.lastUpdated) > 180_000);
    await call(page, token, 'PUT', `/api/project/${id}`, { siteCity: `Elsewhere ${process.pid}` });
    const then = await showAsOf(page, id, Date.parse(lastUpdated) + 90_000);
    await then.getByRole('button', { name: new RegExp(`^Restore City to ${siteCity}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/project/${id}`)).siteCity, siteCity);
  });

  scenario('what is missing for something is explained, and who gives it', { as: 'tech', at: '/access?permission=project.delete' }, async page => {
    await page.getByText('It is not allowed.').waitFor();
    await page.getByText('project.delete is missing. It belongs to: CSM.').waitFor();
    await page.getByText(/Roles are given by: Config manager/).waitFor();
  });

  scenario('a record leads to why one may do something with it', { as: 'csm', at: '/projects/list/1' }, async page => {
    await page.getByRole('dialog').getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Access explained' }).click();
    await page.getByText('It is allowed.').waitFor();
    await page.getByRole('combobox', { name: 'What' }).selectOption('delete');
    await page.getByText('CSM grants project.delete.').waitFor();
  });

  scenario('a record is chosen by its name, of the kind that one asks about', { as: 'all', at: '/access?entity=client' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=50');
    const [{ id, name }] = clients;
    await page.getByRole('combobox', { name: 'Record (optional)' }).fill(name);
    await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).first().click();
    await page.waitForURL(url => url.searchParams.get('id') === String(id));
    await page.getByText('It is allowed.').waitFor();
  });

  scenario('who sees a field is named, roles and people, with the reason', { as: 'config', at: '/access?view=field' }, async page => {
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('client');
    await page.getByRole('combobox', { name: 'Field' }).selectOption('markupPct');
    await page.getByRole('row').filter({ hasText: 'Content manager' }).first().getByText('Lacks setting.read, formula.read').waitFor();
    await page.getByRole('row').filter({ hasText: 'Config manager' }).first().getByText('Has client.read, setting.read').waitFor();
    await axe(page, 'who sees a field');
  });

  scenario('whoever gives rights asks about records and fields that they may not see themselves', { as: 'config', at: '/access' }, async page => {
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('freelancer');
    await page.getByRole('combobox', { name: 'What' }).selectOption('delete');
    await page.getByText('freelancer.delete is missing. It belongs to: CSM.').waitFor();
    await page.getByRole('tab', { name: 'Who sees a field' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOption('mobileNumber');
    await page.getByRole('row').filter({ hasText: 'CSM' }).first().getByText(/^Has .*freelancer\.pii\.read/).waitFor();
    await page.getByRole('row').filter({ hasText: 'Config manager' }).first().getByText(/^Lacks freelancer\.read/).waitFor();
  });

  scenario('changes of rights since a day are listed, with who made them', { as: 'config', at: '/access?view=changes' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/admin?email=norole');
    const { id } = results[0];
    await call(page, token, 'PUT', `/api/admin/${id}`, { roles: ['c'] });
    await call(page, token, 'PUT', `/api/admin/${id}`, { roles: [] });
    await page.reload();
    const changes = page.getByRole('list', { name: 'Changes of rights' });
    await changes.getByText('Content manager').first().waitFor();
    await changes.getByText(/, Konrad Figge$/).first().waitFor();
    await axe(page, 'what has changed');
  });

  scenario('two people are compared, with what differs marked', { as: 'config', at: '/access?view=compare' }, async page => {
    await page.getByRole('combobox', { name: 'Compare with' }).fill('Tariq');
    await page.getByRole('option').filter({ hasText: 'Tariq' }).first().click();
    await page.getByRole('row').filter({ hasText: 'cron.manage' }).getByText('Different').waitFor();
    await page.getByText('Only differences').click();
    await page.getByRole('row').filter({ hasText: 'dashboard.view' }).waitFor({ state: 'detached' });
    await axe(page, 'two people');
  });

  for (const size of sizes) {
    scenario(`access explained: ${sizeName(size)}`, { as: 'all', size, at: '/access?entity=project&id=1&action=update' }, async page => {
      await page.getByText('It is allowed.').waitFor();
      await axe(page, 'access explained');
      await fits(page);
    });
  }
});
