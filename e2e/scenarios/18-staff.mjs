// Who may sign in: invited, limited, changed by two people at once, locked out again.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, axeNow, call, fits, password, scenario, sizeName, sizes, status } from '../browser.mjs';

let serial = 0;
const nobody = () => {
  serial += 1;
  return { firstName: 'Ada', lastName: `Byron ${process.pid}-${serial}`, email: `ada.${process.pid}.${serial}@staff.example` };
};
const invited = async (page, token) => (await call(page, token, 'POST', '/api/admin', { ...nobody(), roles: ['a'] })).admin;
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
    const row = page.getByRole('row', { name: person.email });
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
    await page.getByLabel('Status').selectOption({ label: 'Deleted' });
    await page.getByRole('link', { name: nameOf(account) }).click();
    await act('Restore');
    await page.getByText('Account restored').first().waitFor();
    assert.equal((await call(page, token, 'GET', `/api/admin/${account.id}`)).status, 'DE');
  });

  scenario('who may not manage staff does not find the screen', { as: 'csm', at: '/users/admins' }, async page => {
    await page.getByText('404').first().waitFor();
  });

  for (const size of sizes) {
    scenario(`the list and an account: ${sizeName(size)}`, { size, as: 'config' }, async page => {
      for (const at of ['/users/admins', '/users/admins/7', '/users/admins/new']) {
        await page.goto(at);
        await page.getByRole('row').nth(2).waitFor();
        if (at !== '/users/admins') await page.getByRole('dialog').getByLabel('First name').waitFor();
        await axe(page, at);
        await fits(page);
      }
    });
  }
});
