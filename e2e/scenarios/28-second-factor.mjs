// The code of an app as well as the password: set up, asked for, lost, taken off, and asked of everybody.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { axe, axeNow, call, desk, fits, phone, scenario, signIn, signInByHand, status } from '../browser.mjs';
import { setUpFactor, withFactor } from '../factor.mjs';
import { startService } from '../product.mjs';

const enter = async (page, code) => {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
const fromMenu = async (page, name) => {
  await page.getByRole('button', { name: /user menu of/ }).click();
  await page.getByRole('button', { name }).click();
};

describe('second factor', () => {
  let service;
  const of = () => ({ url: service.url });
  before(async () => {
    service = await startService(['build/extension-service', 'serve']);
  });
  after(() => service?.stop());

  scenario('is set up, asked for at sign-in, and replaced once by a recovery code', { of, at: '/auth/login', errors: [status(401), status(422)] }, async page => {
    await signInByHand(page, 'csm');
    await page.waitForURL('**/dashboard');
    await fromMenu(page, 'Second factor');
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await dialog.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('This is not the code the app shows now.').waitFor();
    await axe(page, 'setting up a second factor');
    const { next, recoveryCodes } = await setUpFactor(dialog);
    assert.equal(new Set(recoveryCodes).size, 10);
    await axe(page, 'recovery codes');
    await page.setViewportSize(phone);
    await fits(page);
    await page.emulateMedia({ media: 'print' });
    await dialog.getByText(recoveryCodes[9]).waitFor();
    assert.equal(await dialog.getByRole('button').filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(desk);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();

    await fromMenu(page, 'Log out');
    await page.waitForURL('**/auth/login**');
    await signInByHand(page, 'csm');
    await page.getByLabel('Code').waitFor();
    await axe(page, 'the code at sign-in');
    await enter(page, '000000');
    await page.getByText(/This code is wrong/).waitFor();
    await enter(page, next());
    await page.waitForURL('**/dashboard');

    await fromMenu(page, 'Log out');
    await page.waitForURL('**/auth/login**');
    await signInByHand(page, 'csm');
    await enter(page, recoveryCodes[4].toLowerCase());
    await page.waitForURL('**/dashboard');
    await fromMenu(page, 'Second factor');
    await dialog.getByText('9 recovery codes are left.').waitFor();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Set up' }).waitFor();
  });

  scenario('is taken off by a configuration manager for somebody who has lost it', { of, errors: [status(401)] }, async page => {
    await withFactor(page, 'tech');
    const manager = await signIn(page, 'config');
    const { results } = await call(page, manager, 'GET', '/api/admin?email=tech@');
    await page.goto(`/users/admins/${results[0].id}`);
    await page.getByRole('button', { name: 'Actions for this account' }).click();
    await page.getByRole('menuitem', { name: 'Take second factor off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take second factor off' }).click();
    await page.getByText('Second factor taken off').first().waitFor();
    await page.context().clearCookies();
    await signInByHand(page, 'tech');
    await page.waitForURL('**/dashboard');
  });

  scenario('opens everything to whoever must have one', { of, size: phone, errors: [status(401)] }, async page => {
    const manager = await signIn(page, 'config');
    await call(page, manager, 'PUT', '/api/setting/auth.totpRequired', { value: true });
    await page.context().clearCookies();
    await signInByHand(page, 'content');
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await dialog.getByText(/needs a second factor/).waitFor();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await axeNow(page, 'a second factor that is due'); // the frame behind it waits for ever
    await fits(page);
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0);
    await setUpFactor(dialog);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await call(page, manager, 'PUT', '/api/setting/auth.totpRequired', { value: false });
  });

  scenario('all sessions are ended, one’s own too', { of, errors: [status(401)] }, async page => {
    const { next } = await withFactor(page, 'csm');
    await signInByHand(page, 'csm');
    await enter(page, next());
    await page.waitForURL('**/dashboard');
    const other = await page.context().browser().newContext({ baseURL: service.url, locale: 'en' });
    try {
      const managers = await other.newPage();
      await signIn(managers, 'config');
      await managers.goto('/users/admins');
      await managers.getByRole('button', { name: 'End all sessions' }).click();
      await managers.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click();
      await managers.waitForURL('**/auth/login**');
    } finally {
      await other.close();
    }
    await page.reload();
    await page.waitForURL('**/auth/login**');
  });
});
