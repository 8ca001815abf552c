import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { axe, call, fits, password, phone, picture, product, scenario } from '../browser.mjs';
import { until } from '../product.mjs';

const directus = async (method, path, body) => {
  const { url, token } = product.content();
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return answer.status === 204 ? undefined : (await answer.json()).data;
};

/** The entry of a key in one language. */
const entryOf = async (key, locale) => {
  const filter = encodeURIComponent(JSON.stringify({ _and: [{ messageKey: { _eq: key } }, { locale: { _eq: locale } }] }));
  return (await directus('GET', `/items/d_translation_keys?filter=${filter}&limit=1`))[0];
};

/** The clients an account sees. */
const clientsOf = async account => {
  const answer = await fetch(`${product.url}/api/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: `${account}@poolkeeper.example`, password }),
  });
  const { access_token: token } = await answer.json();
  return (await fetch(`${product.url}/api/client?size=50`, { headers: { Authorization: `Bearer ${token}` } })).json();
};

describe('texts', () => {
  // The ten seconds are promised by how often the service and the panel look, which their own tests hold. Here a machine
  // with much else to do has its time, and the panel its next look.
  scenario('edited in Directus appear in the open panel at its next look', { as: 'csm', at: '/projects/list' }, async page => {
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assignments board' });
    const served = async () => (await (await page.request.get('/napi/localize?client=&locale=en')).json())['menu.projectList'];
    let looks = 0;
    page.on('request', wanted => { if (wanted.url().includes('/napi/localize')) looks += 1; });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).waitFor();
    const { id, messageValue: before } = await entryOf('menu.projectList', 'en');
    try {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: 'Assignments board' });
      await until('the edited text', 60, async () => (await served()) === 'Assignments board');
      looks = 0;
      await entry.waitFor({ timeout: 60_000 });
      assert.ok(looks <= 1, `the panel looked ${looks} times`);
    } finally {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: before });
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' }).waitFor();
  });

  scenario('edited in Directus are there when the job that compares them has ended', { as: 'tech', at: '/platform/cronjobs' }, async (page, token) => {
    const served = async () => (await (await page.request.get('/napi/localize?client=&locale=en')).json())['menu.cronJobs'];
    const { id, messageValue: before } = await entryOf('menu.cronJobs', 'en');
    const run = async () => {
      const { runId } = await call(page, token, 'POST', '/api/scheduler/trigger', { name: 'translation.sync' });
      return until('the end of the run', 60, async () => {
        const reported = await call(page, token, 'GET', `/api/scheduler/run/${runId}`);
        return reported.finishedAt && reported;
      });
    };
    try {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: 'Scheduled work' });
      const told = await run();
      assert.equal(told.state, 'SUCCEEDED', JSON.stringify(told));
      assert.ok(told.summary.checked > 1000, JSON.stringify(told.summary));
      assert.equal(await served(), 'Scheduled work');
    } finally {
      await directus('PATCH', `/items/d_translation_keys/${id}`, { messageValue: before });
      await run();
    }
    assert.equal(await served(), before);
  });

  scenario('come as a flat map with a version that saves asking twice', {}, async page => {
    const first = await page.request.get('/napi/localize?client=&locale=en');
    const messages = await first.json();
    assert.equal(messages['menu.dashboard'], 'Dashboard');
    const again = await page.request.get('/napi/localize?client=&locale=en', { headers: { 'If-None-Match': first.headers().etag } });
    assert.equal(again.status(), 304);
  });
});

describe('the texts of a client', () => {
  let [own, other, id] = [];
  const served = async client => (await (await fetch(`${product.url}/napi/localize?client=${encodeURIComponent(client)}&locale=en`)).json())['menu.projectList'];
  const link = (page, name) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const openMenu = page => page.getByRole('button', { name: /user menu of/ }).click();
  const choice = page => page.getByRole('combobox', { name: 'Texts' });

  before(async () => {
    // The account that is limited to one client has it as its only one.
    const { results } = await clientsOf('scoped');
    assert.equal(results.length, 1);
    [own] = results;
    other = (await clientsOf('csm')).results.find(client => client.id !== own.id);
    const text = { client: own.id, locale: 'en', messageKey: 'menu.projectList', messageValue: 'Assignments of ours' };
    id = (await directus('POST', '/items/d_translation_client_keys', text)).id;
    await until('the text of the client', 60, async () => (await served(own.name)) === 'Assignments of ours');
  });
  after(() => id && directus('DELETE', `/items/d_translation_client_keys/${id}`));

  scenario('show for the account that sees only that client, and not for one that sees all', { as: 'scoped', at: '/projects/list' }, async page => {
    await link(page, 'Assignments of ours').waitFor();
    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    assert.equal(await choice(page).count(), 0, 'there is nothing to choose');
    const received = page.waitForRequest(request => request.url().includes('/napi/localize'));
    await page.reload();
    assert.equal(new URL((await received).url()).searchParams.get('client'), own.name, 'the page itself asks for them');
    await link(page, 'Assignments of ours').waitFor();
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login**');
    await page.waitForResponse(async answer => answer.url().includes('/napi/localize') && !answer.url().includes('client='));
  });

  scenario('are chosen in the user menu and stay through a reload', { as: 'csm', at: '/projects/list' }, async page => {
    await link(page, 'Project list').waitFor();
    await openMenu(page);
    assert.equal(await choice(page).inputValue(), 'Our own texts');
    await choice(page).fill(own.name.slice(0, 4));
    await page.getByRole('option', { name: own.name }).click();
    await link(page, 'Assignments of ours').waitFor();
    await axe(page, 'the menu with a client');
    await page.reload();
    await link(page, 'Assignments of ours').waitFor();
    await openMenu(page);
    assert.equal(await choice(page).inputValue(), own.name);
    await choice(page).click();
    await page.getByRole('option', { name: other.name }).click();
    await link(page, 'Project list').waitFor();
    await choice(page).click();
    await page.getByRole('option', { name: 'Our own texts' }).click();
    await page.reload();
    await link(page, 'Project list').waitFor();
  });

  scenario('show for an address that names the client, from the sign-in on', {}, async page => {
    await page.goto(`/projects/list?client=${encodeURIComponent(own.name)}`);
    const context = page.waitForRequest(request => request.url().includes('/api/authorize'));
    await page.getByLabel('E-mail').fill('csm@poolkeeper.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    assert.equal((await context).postDataJSON().clientName, own.name);
    await page.waitForURL('**/projects/list**');
    await link(page, 'Assignments of ours').waitFor();
    await page.goto('/dashboard');
    await link(page, 'Assignments of ours').waitFor();
    await page.goto('/projects/list?client=Nobody%20has%20this%20name');
    await link(page, 'Project list').waitFor();
    await page.goto(`/projects/list?client=${encodeURIComponent(own.name)}`);
    await link(page, 'Assignments of ours').waitFor();
    await openMenu(page);
    await choice(page).click();
    await page.getByRole('option', { name: 'Our own texts' }).click();
    await link(page, 'Project list').waitFor();
    await page.reload();
    await link(page, 'Project list').waitFor();
  });

  scenario('are chosen on a telephone', { as: 'csm', at: '/projects/list', size: phone }, async page => {
    await openMenu(page);
    await choice(page).click();
    await page.getByRole('option', { name: own.name }).waitFor();
    await fits(page);
    await picture(page, 'client-choice-390');
    await page.getByRole('option', { name: own.name }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Assignments of ours' }).waitFor();
  });
});
