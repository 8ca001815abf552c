// Who acts, as whom, and what of it is kept: settings, mails, impersonation and the audit log.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { axe, call, desk, fits, password, phone, product, scenario, status } from '../browser.mjs';
import { until } from '../product.mjs';

const portal = 'https://portal.poolkeeper.example/start';
const reason = 'The talent cannot see the project';

let serial = 0;
const newFreelancer = async (page, token) => {
  serial += 1;
  const email = `noor.${process.pid}.${serial}@talent.example`;
  const person = { firstName: 'Noor', lastName: `Haddad ${process.pid}-${serial}`, email, mobileNumber: '+31612345678', currency: 'EUR', force: true, sendVerification: true };
  const { id } = await call(page, token, 'POST', '/api/freelancer', person);
  return { id, email };
};

/** Signs somebody else in, beside the person at the browser. */
const tokenOf = async account => {
  const body = JSON.stringify({ username: `${account}@poolkeeper.example`, password });
  const answer = await fetch(`${product.url}/api/authorize`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return (await answer.json()).access_token;
};

/** The message to an address, once it lies among the kept mails. */
const mailTo = address =>
  until(`a mail to ${address}`, 20, () => {
    const folder = join(product.data, 'mail');
    const texts = readdirSync(folder).filter(name => name.endsWith('.eml')).map(name => readFileSync(join(folder, name), 'utf8'));
    return texts.find(text => text.includes(`To: <${address}>`));
  });

describe('settings', () => {
  const save = (page, label) => page.locator('form.set', { has: page.getByLabel(label) }).getByRole('button', { name: 'Save' });

  scenario('are checked, saved and shown again', { as: 'config', at: '/dashboard', errors: [status(422)] }, async (page, token) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    const address = page.getByRole('textbox', { name: 'Address of the portal' });
    await address.fill('portal');
    await save(page, 'Address of the portal').click();
    await page.locator('form.set .help.e').waitFor();
    await address.fill(portal);
    const isSame = (await save(page, 'Address of the portal').getAttribute('aria-disabled')) === 'true';
    if (!isSame) await save(page, 'Address of the portal').click();
    await page.getByLabel('Sender of mails').fill('Talent Team <talent@poolkeeper.example>');
    await save(page, 'Sender of mails').click();
    await page.getByText('Setting saved').first().waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Sender of mails').inputValue(), 'Talent Team <talent@poolkeeper.example>');
    await axe(page, 'settings');
    const { results } = await call(page, token, 'GET', '/api/setting');
    assert.equal(results.find(one => one.key === 'portal.url').value, portal);
  });

  scenario('of a legal entity follow its client until it has its own', { as: 'config', at: '/platform/settings' }, async (page, token) => {
    const own = page.getByRole('region', { name: 'Ownership of freelancers' });
    const { results } = await call(page, token, 'GET', '/api/client?size=1&s=id:asc');
    await own.getByLabel('Client').fill(results[0].name);
    await page.getByRole('option', { name: results[0].name }).first().click();
    await own.getByLabel('Ownership rule').selectOption({ label: 'Lifted' });
    await page.getByText('Setting saved').first().waitFor();
    assert.equal((await call(page, token, 'GET', `/api/client/${results[0].id}`)).ignoreOwnershipRestriction, true);
    await own.getByLabel('Legal entity').selectOption({ index: 1 });
    assert.equal(await own.getByLabel('Ownership rule').locator('option').first().textContent(), 'As the client: Lifted');
    await call(page, token, 'PUT', '/api/setting/ignoreOwnershipRestriction', { value: false, scope: 'client', id: results[0].id });
  });

  for (const size of [desk, phone]) {
    scenario(`can be read by technical support, ${size.width} px`, { as: 'tech', at: '/platform/settings', size }, async page => {
      await page.getByRole('textbox', { name: 'Address of the portal' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
      await fits(page);
    });
  }

  scenario('are not there for others', { as: 'csm', at: '/platform/settings' }, async page => {
    await page.getByText('This page could not be found').waitFor();
  });
});

describe('mails', () => {
  scenario('carry a link that opens once', { as: 'csm', at: '/dashboard', errors: [status(404)] }, async (page, token) => {
    const { id, email } = await newFreelancer(page, token);
    const text = (await mailTo(email)).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    assert.match(text, /Subject: Confirm your e-mail address/);
    const [, code] = text.match(/https:\/\/portal\.poolkeeper\.example\/start\?token=([0-9a-f]{32})/);
    const open = () => page.request.post('/api/mailLink', { data: { token: code } });
    assert.equal((await open()).status(), 200);
    assert.equal((await open()).status(), 404);
    assert.equal((await call(page, token, 'GET', `/api/freelancer/${id}`)).userStatus, 'AC');
    const { results } = await call(page, token, 'GET', `/api/mail?entity=freelancer&id=${id}`);
    assert.deepEqual([results[0].template, results[0].recipient, results[0].state], ['user.verify', email, 'KEPT_AS_FILE']);
  });
});

describe('the audit log', () => {
  const log = filter => `/platform/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const row = (page, text) => page.getByRole('row').filter({ hasText: text }).first();

  /** Sets a filter by typing a part of a name and taking what is found. */
  const choose = async (page, filter, typed, name) => {
    await page.getByRole('button', { name: new RegExp(`^${filter} (Any|All)$`) }).click();
    await page.getByRole('combobox', { name: `Find in ${filter}` }).fill(typed);
    await page.getByRole('option', { name }).first().click();
  };

  scenario('shows who looked at the portal as whom, and nothing one may not read', { as: 'tech', at: '/dashboard' }, async (page, token) => {
    const { id } = await newFreelancer(page, await tokenOf('csm'));
    const wanted = await call(page, token, 'POST', '/api/impersonateFreelancer', { id, reason });
    assert.ok(wanted.url.startsWith(`${portal}#code=`));
    const opened = await call(page, '', 'POST', '/api/impersonation/token', { code: wanted.code });
    const refused = await page.request.get('/api/meta', { headers: { Authorization: `Bearer ${opened.access_token}` } });
    assert.equal(refused.status(), 401);
    await page.goto(log({ entity: 'freelancer', entityId: id }));
    await row(page, 'Looked at the portal as this person').waitFor();
    await fits(page);
    await axe(page, 'audit log');
    await row(page, 'Created').getByRole('link').click();
    const entry = page.getByRole('dialog');
    await entry.getByText('Not readable for you').first().waitFor();
    assert.equal(await entry.getByText('Noor').count(), 0);
    await axe(page, 'audit entry');
    await entry.getByRole('button', { name: 'Close' }).last().click();
    await row(page, 'Created').waitFor();
    await page.getByRole('button', { name: 'Action Any' }).click();
    await page.getByRole('combobox', { name: /Action/ }).fill('opened');
    await axe(page, 'many choices');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await row(page, 'Created').waitFor({ state: 'detached' });
    await row(page, 'Portal opened').getByRole('link').click();
    await page.getByRole('dialog').getByText('On behalf of (id)').waitFor();
  });

  scenario('is looked through by names, and exported as it is shown', { as: 'all', at: '/platform/audit' }, async (page, token) => {
    const title = `Sought ${process.pid}`;
    const { id } = await call(page, token, 'POST', '/napi/create/project', { dataObj: { title, clientId: 1 } });
    await choose(page, 'Who', 'linden', /^Alma Linden/);
    await choose(page, 'Kind of record', 'project', 'Project');
    await page.keyboard.press('Escape');
    await choose(page, 'Record', title, new RegExp(`^${title}`));
    await page.getByText('1 audit log entry').first().waitFor();
    await row(page, 'Created').waitFor();
    await axe(page, 'audit log by names');
    assert.equal(JSON.parse(new URL(page.url()).searchParams.get('filter')).entityId, String(id));
    await page.reload();
    await page.getByRole('button', { name: new RegExp(`^Record ${title}`) }).waitFor();
    await page.getByRole('button', { name: /^Who Alma Linden/ }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const box = page.getByRole('dialog');
    const [file] = await Promise.all([page.waitForEvent('download'), box.getByRole('button', { name: /^Export 1 audit log entry/i }).click()]);
    const lines = readFileSync(await file.path(), 'utf8').trim().split('\n');
    assert.equal(lines.length, 2, lines.join('\n')); // the heads, and the one entry
  });

  scenario('shows a change field by field', { as: 'config', at: '/dashboard' }, async (page, token) => {
    await call(page, token, 'PUT', '/api/setting/index.autoRepair', { value: true });
    await call(page, token, 'PUT', '/api/setting/index.autoRepair', { value: false });
    await page.goto(log({ entity: 'setting' }));
    await row(page, 'Repair the search index').getByRole('link').click();
    const entry = page.getByRole('dialog');
    await entry.locator('del', { hasText: 'On' }).waitFor();
    await entry.locator('ins', { hasText: 'Off' }).waitFor();
  });
});
