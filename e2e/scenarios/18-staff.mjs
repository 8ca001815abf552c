// Who may sign in: invited, limited, changed by two people at once, locked out again.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, axeNow, call, fits, password, phone, product, scenario, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';

let serial = 0;
const nobody = () => {
  serial += 1;
  return { firstName: 'Ada', lastName: `Byron ${process.pid}-${serial}`, email: `ada.${process.pid}.${serial}@staff.example` };
};
const invited = async (page, token) => (await call(page, token, 'POST', '/api/admin', { ...nobody(), roles: ['a'] })).admin;
/** Calls the service past the browser, whose cookies stay as they are. */
const elsewhere = (path, body, method = 'POST', token = '') =>
  fetch(`${product.url}${path}`, {
    method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
const chosen = 'otter-lantern-drifts-north';
const signIn = (username, secret = chosen) => elsewhere('/api/authorize', { username, password: secret });
/** An account whose person has chosen a password, and is signed in nowhere. */
const employed = async (page, token) => {
  const { admin, oneTimePassword } = await call(page, token, 'POST', '/api/admin', { ...nobody(), roles: ['a'] });
  const first = await (await signIn(admin.email, oneTimePassword)).json();
  const change = { oldPassword: oneTimePassword, password: chosen, passwordConfirm: chosen };
  assert.equal((await elsewhere('/api/admin/resetPassword', change, 'PUT', first.access_token)).status, 200);
  await elsewhere('/api/logout', { refresh_token: first.refresh_token });
  return admin;
};
/** The row of an account, with the list narrowed to it. */
const rowOf = async (page, account) => {
  await page.getByRole('searchbox', { name: 'E-mail' }).fill(account.email);
  return page.getByRole('row', { name: nameOf(account) });
};
const nameOf = ({ firstName, lastName }) => `${firstName} ${lastName}`;

describe('staff', () => {
  scenario('somebody is invited for one client and signs in with the password shown', { as: 'config', at: '/dashboard', errors: [status(403)] }, async page => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    const person = nobody();
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await page.reload(); // nothing typed is lost
    assert.equal(await dialog.getByLabel('Last name').inputValue(), person.lastName);
    await dialog.getByLabel('E-mail').fill(person.email);
    await dialog.getByRole('checkbox', { name: 'CSM' }).check();
    await dialog.getByRole('combobox', { name: 'Client' }).fill('Norr');
    await page.getByRole('option', { name: /Norrsken Bank/ }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const password = await dialog.locator('.staff-once .mono').innerText();
    await axe(page, 'the password that is shown once');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const row = await rowOf(page, person);
    await row.getByText('Norrsken Bank').waitFor();
    await row.getByText('Unverified').waitFor();
    const answer = await page.request.post('/api/authorize', { data: { username: person.email, password } });
    assert.equal(answer.status(), 200);
    const claims = JSON.parse(Buffer.from((await answer.json()).access_token.split('.')[1], 'base64url'));
    assert.deepEqual([claims.pwd_change, claims.internal.roles, claims.scope.clientIds.length], [true, ['a'], 1]);
  });

  scenario('what is wrong stands at its field', { as: 'config', at: '/users/admins/new', errors: [status(422)] }, async page => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('Byron');
    await dialog.getByLabel('E-mail').fill('ada');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.locator('.field', { has: page.getByLabel('E-mail') }).locator('.help.e').waitFor();
  });

  scenario('two people at one account lose nothing', { as: 'config', errors: [status(409)] }, async (page, token) => {
    const account = await invited(page, token);
    await page.goto(`/users/admins/${account.id}`);
    const dialog = page.getByRole('dialog', { name: nameOf(account) });
    await dialog.getByLabel('First name').fill('Augusta');
    await call(page, token, 'PUT', `/api/admin/${account.id}`, { roles: ['a', 'c'] });
    await dialog.getByRole('button', { name: 'Save 1 change' }).click();
    await dialog.getByText(/changed this account meanwhile: Roles/).waitFor();
    await dialog.getByRole('button', { name: /your changes on top/ }).click();
    await dialog.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('Account saved').first().waitFor();
    const stored = await call(page, token, 'GET', `/api/admin/${account.id}`);
    assert.deepEqual([stored.firstName, stored.roles], ['Augusta', ['a', 'c']]);
  });

  scenario('a change that matters asks who is there, and goes on where it was', { as: 'config', errors: [status(403), status(422)] }, async (page, token) => {
    const account = await invited(page, token);
    let isFirst = true;
    await page.route(`**/api/admin/${account.id}`, async route => {
      if (route.request().method() !== 'PUT' || !isFirst) return route.continue();
      isFirst = false; // what the service answers five minutes after the sign-in
      return route.fulfill({ status: 403, json: { status: 403, code: 'REAUTHENTICATE', messages: ['error.reauthenticate'] } });
    });
    await page.goto(`/users/admins/${account.id}`);
    const dialog = page.getByRole('dialog', { name: nameOf(account) });
    await dialog.getByLabel('First name').fill('Augusta');
    await dialog.getByRole('checkbox', { name: 'Content manager' }).check();
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
    await proof.getByLabel('Password').fill('not the password');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByText('This is not your present password.').waitFor();
    await axeNow(page, 'the question who is there');
    await proof.getByLabel('Password').fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Account saved').first().waitFor();
    const stored = await call(page, token, 'GET', `/api/admin/${account.id}`);
    assert.deepEqual([stored.firstName, stored.roles], ['Augusta', ['a', 'c']]);
  });

  scenario('an account is deleted, found again and restored', { as: 'config' }, async (page, token) => {
    const account = await invited(page, token);
    await page.goto(`/users/admins/${account.id}`);
    const act = async name => {
      await page.getByRole('dialog', { name: nameOf(account) }).getByRole('button', { name: 'Actions for this account' }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('alertdialog').getByRole('button', { name }).click();
    };
    await act('New one-time password');
    await page.locator('.staff-once .mono').waitFor();
    await act('Delete');
    await page.getByText('Account deleted').first().waitFor();
    await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: /^Deleted/ }).click();
    const row = await rowOf(page, account);
    await row.getByRole('link', { name: nameOf(account) }).click();
    await act('Restore');
    await page.getByText('Account restored').first().waitFor();
    assert.equal((await call(page, token, 'GET', `/api/admin/${account.id}`)).status, 'DE');
  });

  scenario('a right that ends by itself is listed with its end, and gone at that moment', { as: 'config', errors: [status(422)] }, async (page, token) => {
    const account = await employed(page, token);
    await page.goto(`/users/admins/${account.id}`);
    const dialog = page.getByRole('dialog', { name: nameOf(account) });
    await dialog.getByRole('checkbox', { name: 'Content manager' }).check();
    const ends = dialog.getByRole('group', { name: 'Ends by itself' });
    await ends.getByLabel('Role or limit').selectOption({ label: 'Content manager' });
    await ends.getByLabel('Ends', { exact: true }).fill('2001-01-12 14:30');
    await ends.getByLabel('Reason').fill('Holiday cover');
    await ends.getByRole('button', { name: 'Set an end' }).click();
    await axe(page, 'a right with an end');
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    await ends.getByText('Must be in the future.').waitFor();
    await ends.getByRole('button', { name: 'No more end for Content manager' }).click();
    await ends.getByLabel('Role or limit').selectOption({ label: 'Content manager' });
    await ends.getByLabel('Ends', { exact: true }).fill('2099-01-12 14:30');
    await ends.getByLabel('Reason').fill('Holiday cover');
    await ends.getByRole('button', { name: 'Set an end' }).click();
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    await (await rowOf(page, account)).getByText('Content manager until 12 Jan 2099, 14:30').waitFor();
    const wide = page.viewportSize();
    await page.setViewportSize(phone);
    await page.getByRole('listitem').filter({ hasText: nameOf(account) }).getByText('Content manager until 12 Jan 2099, 14:30').waitFor();
    await fits(page);
    await page.setViewportSize(wide);

    const theirs = (await (await signIn(account.email)).json()).access_token;
    await call(page, theirs, 'GET', '/api/applicationQuestions?size=1');
    const end = new Date(Date.now() + 3000).toISOString();
    await call(page, token, 'PUT', `/api/admin/${account.id}`, { terms: [{ right: 'role.c', until: end, reason: 'Holiday cover' }] });
    const questions = () => page.request.get('/api/applicationQuestions?size=1', { headers: { Authorization: `Bearer ${theirs}` } });
    await until('the end of the right', 30, async () => (await questions()).status() === 403);
    assert.ok(Date.now() >= Date.parse(end));
    const stored = await call(page, token, 'GET', `/api/admin/${account.id}`);
    assert.deepEqual([stored.roles, stored.terms], [['a'], []]);
  });

  scenario('an account that wrong passwords have locked is unlocked', { as: 'config' }, async (page, token) => {
    const account = await employed(page, token);
    for (let i = 0; i < 5; i += 1) assert.equal((await signIn(account.email, `wrong password ${i}`)).status, 401);
    assert.equal((await signIn(account.email)).status, 429);
    await page.goto('/users/admins?trouble=locked');
    const row = page.getByRole('row', { name: nameOf(account) });
    await row.getByText('Locked').waitFor();
    await row.getByRole('button', { name: `Actions for ${nameOf(account)}` }).click();
    await page.getByRole('menuitem', { name: 'Unlock' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Account unlocked').first().waitFor();
    assert.equal((await signIn(account.email)).status, 200);
  });

  scenario('one ends a session of another device, and it stays listed with who has ended it', { as: 'config', errors: [status(403)] }, async (page, token) => {
    const account = await employed(page, token);
    await page.context().clearCookies();
    const data = { username: account.email, password: chosen };
    await page.request.post('/api/authorize', { data, headers: { 'X-Requested-With': 'admin-panel' } });
    const other = await (await signIn(account.email)).json();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Your devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your devices' });
    const open = dialog.getByRole('list', { name: 'Signed in on' }).getByRole('listitem');
    await open.filter({ hasText: 'this device' }).waitFor();
    assert.equal(await open.count(), 2);
    const stale = { status: 403, json: { code: 'REAUTHENTICATE', messages: ['error.reauthenticate'] } };
    await page.route('**/api/session/fam_*', route => route.fulfill(stale), { times: 1 }); // as five minutes after signing in
    await open.getByRole('button', { name: 'Sign out' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(chosen);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await open.filter({ hasText: 'this device' }).waitFor(); // the list is hidden while the question is over it
    await open.nth(1).waitFor({ state: 'detached' });
    assert.equal((await elsewhere('/api/refreshToken', { refresh_token: other.refresh_token })).status, 401);
    await dialog.getByRole('button', { name: 'Show sessions that ended' }).click();
    await dialog.getByRole('list', { name: 'Sessions that ended' }).getByText(`Ended by ${nameOf(account)}`).waitFor();
    await axe(page, 'own devices');
    await fits(page);
  });

  scenario('who may not manage staff does not find the screen', { as: 'csm', at: '/users/admins' }, async page => {
    await page.getByText('404').first().waitFor();
  });

  for (const size of sizes) {
    scenario(`the list and an account: ${sizeName(size)}`, { size, as: 'config' }, async page => {
      for (const at of ['/users/admins', '/users/admins/7', '/users/admins/new']) {
        await page.goto(at);
        await page.locator('[data-row]').nth(2).waitFor();
        if (at !== '/users/admins') await page.getByRole('dialog').getByLabel('First name').waitFor();
        await axe(page, at);
        await fits(page);
      }
    });
  }
});
