// Passkeys: added to an account, signed in by alone and after the password, and removed. The browser's own virtual device holds them.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { axe, call, fits, phone, scenario, signIn, signInByHand, status } from '../browser.mjs';
import { startService } from '../product.mjs';

/** Puts a device into the browser that holds passkeys and recognises its person, unless it is told otherwise. */
const withDevice = async page => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognise: isUserVerified => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    held: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
};

const fromMenu = async (page, name) => {
  await page.getByRole('button', { name: /user menu of/ }).click();
  await page.getByRole('button', { name }).click();
};

/** Adds a passkey in the dialog that is open. */
const add = async (dialog, name) => {
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
};

describe('passkeys', () => {
  let service;
  const port = () => new URL(service.url).port;
  const of = () => ({ url: `http://localhost:${port()}` });
  before(async () => {
    service = await startService(['build/extension-service', 'serve']);
  });
  after(() => service?.stop());

  scenario('are added, sign in alone and after the password, and are removed', { of, at: '/auth/login', errors: [status(401)] }, async page => {
    const device = await withDevice(page);
    await signInByHand(page, 'csm');
    await page.waitForURL('**/dashboard');
    await fromMenu(page, 'Second factor');
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await add(dialog, 'Laptop');
    await dialog.locator('.factor-codes li').first().waitFor();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    assert.equal((await device.held()).length, 1);

    await fromMenu(page, 'Log out');
    await page.waitForURL('**/auth/login**');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await axe(page, 'signing in with a passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');

    await fromMenu(page, 'Log out');
    await signInByHand(page, 'csm');
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await axe(page, 'a passkey after the password');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/dashboard');

    await fromMenu(page, 'Second factor');
    await dialog.getByText(/Last used/).waitFor();
    await dialog.getByRole('button', { name: 'Rename passkey Laptop' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Desk', { exact: true }).waitFor();
    await axe(page, 'one’s passkeys');
    await dialog.getByRole('button', { name: 'Remove passkey Desk' }).click();
    await page.getByText(/Passkey removed/).first().waitFor();
    await page.keyboard.press('Escape');
    await fromMenu(page, 'Log out');
    await signInByHand(page, 'csm');
    await page.waitForURL('**/dashboard');
  });

  scenario('say in plain words why they open nothing', { of, size: phone, errors: [status(401)] }, async page => {
    const device = await withDevice(page);
    await signIn(page, 'tech');
    await page.goto('/dashboard');
    await fromMenu(page, 'Second factor');
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await add(dialog, 'Telephone');
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await fromMenu(page, 'Second factor');
    await dialog.getByText('Telephone', { exact: true }).waitFor();
    await fits(page);
    await add(dialog, 'Telephone');
    await dialog.getByText('This device holds a passkey of your account already.').waitFor();
    await page.context().clearCookies();

    await page.goto('/auth/login');
    await device.recognise(false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('You stopped it, or it took too long.').waitFor();
    await fits(page);
    await device.recognise(true);
    const manager = await signIn(page, 'config');
    const { results } = await call(page, manager, 'GET', '/api/admin?email=tech@');
    await call(page, manager, 'DELETE', `/api/admin/${results[0].id}/totp`);
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(/This passkey was not accepted/).waitFor();
  });

  scenario('are not offered at another address, and the dialog says where they work', { of: () => ({ url: service.url }), at: '/auth/login' }, async page => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
    await signInByHand(page, 'content');
    await page.waitForURL('**/dashboard');
    await fromMenu(page, 'Second factor');
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await dialog.getByText(`Open the panel at http://localhost:${port()}`).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Add a passkey' }).count(), 0);
    await axe(page, 'passkeys at another address');
  });
});
