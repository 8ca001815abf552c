// Signing in by an OpenID provider, and out again, here and there.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { axe, axeNow, call, scenario, signIn, signInByHand, status } from '../browser.mjs';
import { setUpFactor, withFactor } from '../factor.mjs';
import { startProvider } from '../provider.mjs';
import { startService } from '../product.mjs';

describe('single sign-on', () => {
  let provider;
  let service;
  const of = () => ({ url: service.url, others: [provider.url] });

  before(async () => {
    provider = await startProvider();
    service = await startService(['build/extension-service', 'serve'], { AUTH0_ISSUER: provider.url, AUTH0_CLIENT_ID: 'panel', CLASSIC_LOGIN: '1' });
    provider.know(service.url);
  });
  after(async () => {
    await service?.stop();
    await provider?.stop();
  });

  const leave = part => part.getByRole('button', { name: 'Continue with single sign-on' }).click();
  const signOn = async (part, login, page = part) => {
    await leave(part);
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const signOut = async page => {
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login**');
  };

  scenario('leads to the page one wanted, and out again', { of, at: '/projects/list?status=PAUSED' }, async page => {
    await page.getByLabel('E-mail').waitFor();
    await axe(page, 'both ways to sign in');
    const received = page.waitForRequest(request => request.url().startsWith(`${provider.url}/auth`));
    await signOn(page, 'csm');
    const query = new URL((await received).url()).searchParams;
    assert.equal(query.get('response_type'), 'code');
    assert.equal(query.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(query.get(name)?.length >= 16, name);
    await page.waitForURL('**/projects/list?status=PAUSED');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.getByRole('button', { name: /user menu of/ }).click();
    assert.equal(await page.getByRole('button', { name: 'Change password' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await signOut(page);
    await leave(page); // the provider still knows who this is
    await page.waitForURL('**/dashboard');
  });

  scenario('ends here when it ends at the provider', { of, at: '/auth/login', errors: [status(401)] }, async page => {
    await signOn(page, 'tech');
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${provider.url}/session/end`);
    await other.getByRole('button', { name: 'Sign out everywhere' }).click();
    await other.getByText('You are signed out.').waitFor();
    await page.reload();
    await page.waitForURL('**/auth/login**');
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0);
  });

  scenario('says why it opens nothing', { of, at: '/auth/login', errors: [status(403)] }, async page => {
    await signOn(page, 'nobody');
    await page.getByRole('heading', { name: 'There is no active account for this person.' }).waitFor();
    await axe(page, 'nobody here');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.waitForURL('**/auth/login');
    await page.context().clearCookies();
    await leave(page);
    await page.getByLabel('Login', { exact: true }).waitFor(); // the panel has a button of that name as well
    await page.getByRole('button', { name: 'Sign in' }).click(); // without a login one is refused
    await page.getByRole('heading', { name: /You stopped the sign-in/ }).waitFor();
  });

  scenario('finishes nothing that was not begun here', { of, at: '/social-callback?code=c&state=s' }, async page => {
    await page.getByRole('heading', { name: /could not be completed/ }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  scenario('asks an account with a second factor for its code before the two are linked', { of, at: '/auth/login', errors: [status(401)] }, async page => {
    const { next } = await withFactor(page, 'all');
    await page.reload();
    await signOn(page, 'all');
    await page.getByText(/second factor/).waitFor();
    await axe(page, 'the code after the single sign-on');
    const enter = async code => {
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await enter('000000');
    await page.getByText(/This code is wrong/).waitFor();
    await enter(next());
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await signOut(page);
    await leave(page); // once linked, no code is asked for
    await page.waitForURL('**/dashboard');
  });

  scenario('opens nothing but the setting up of a second factor where one is required', { of, at: '/auth/login', errors: [status(403)] }, async page => {
    const manager = await signIn(page, 'config');
    await call(page, manager, 'PUT', '/api/setting/auth.totpRequired', { value: true });
    try {
      await page.context().clearCookies();
      await page.reload();
      await signOn(page, 'scoped');
      // The provider does not say when the person was there last.
      await signOn(page.getByRole('dialog', { name: 'Confirm it is you' }), 'scoped', page);
      const dialog = page.getByRole('dialog', { name: 'Second factor' });
      await dialog.getByText(/needs a second factor/).waitFor();
      assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0);
      await setUpFactor(dialog);
      await axeNow(page, 'recovery codes after the single sign-on'); // the frame behind it waits for ever
      await dialog.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    } finally {
      await call(page, manager, 'PUT', '/api/setting/auth.totpRequired', { value: false });
    }
  });

  scenario('is taken off an account, which has its password again', { of, at: '/auth/login' }, async page => {
    await signOn(page, 'content');
    await page.waitForURL('**/dashboard');
    await signOut(page);
    const config = await page.request.post('/api/authorize', { data: { username: 'config@poolkeeper.example', password: 'poolkeeper-demo-2026' } });
    const { access_token: token } = await config.json();
    const { results } = await call(page, token, 'GET', '/api/admin?email=content@');
    assert.equal(results[0].loginKind, 'AUTH0');
    await call(page, token, 'DELETE', `/api/admin/${results[0].id}/identity`);
    await page.context().clearCookies();
    await signInByHand(page, 'content');
    await page.waitForURL('**/dashboard');
  });

  scenario('proves who is there before a change that matters, and loses nothing of it', { of, at: '/auth/login', errors: [status(403)] }, async page => {
    const config = await page.request.post('/api/authorize', { data: { username: 'config@poolkeeper.example', password: 'poolkeeper-demo-2026' } });
    const { access_token: token } = await config.json();
    const { admin } = await call(page, token, 'POST', '/api/admin', { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@poolkeeper.example', roles: ['a'] });
    await page.context().clearCookies();
    await page.goto(`/users/admins/${admin.id}`);
    await signOn(page, 'config');
    const dialog = page.getByRole('dialog', { name: 'Ida Rhodes' });
    await dialog.getByLabel('Last name').fill('Rhodes-Byron');
    await dialog.getByRole('checkbox', { name: 'Content manager' }).check();
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    await signOn(page.getByRole('dialog', { name: 'Confirm it is you' }), 'config', page);
    await page.waitForURL(`**/users/admins/${admin.id}`);
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click();
    await page.getByText('Account saved').first().waitFor();
    const { results } = await call(page, token, 'GET', '/api/admin?email=ida@');
    assert.deepEqual(results[0].roles, ['a', 'c']);
  });
});
