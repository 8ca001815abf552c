// A backup of the running product, restored elsewhere: held there until a configuration manager decides.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { axe, beside, call, product, scenario } from '../browser.mjs';
import { startService } from '../product.mjs';

const repository = resolve(import.meta.dirname, '..', '..');

describe('a restored product', () => {
  let folder;
  let service;
  const of = () => ({ url: service.url });
  const run = (data, ...words) =>
    execFileSync('build/extension-service', words, { cwd: repository, encoding: 'utf8', env: { ...process.env, DATA_DIR: data, DATABASE_URL: '', HOST: '127.0.0.1' } });

  before(async () => {
    await (await beside('all')).context().close(); // which makes a key for tokens, encrypted under the secret of the product
    folder = mkdtempSync(join(tmpdir(), 'poolkeeper-backup-'));
    const archive = join(folder, 'backup.zip');
    assert.match(run(product.data, 'backup', archive), /schema \d+/);
    assert.match(run(product.data, 'backup', 'verify', archive), /poolkeeper\.db +projects +(\d+) +\1\n[^]*equal to what was backed up/);
    const data = join(folder, 'data');
    const restored = run(data, 'restore', archive);
    assert.match(restored, /content\/directus\.db +[^]*equal to what was backed up/);
    const [, keyFile] = restored.match(/before the start copy it to (\S+)/);
    copyFileSync(join(product.data, 'signing-secret'), keyFile);
    service = await startService(['build/extension-service', 'serve'], { DATA_DIR: data });
  });
  after(async () => {
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const section = page => page.getByRole('region', { name: 'Restored from a backup, and held' });

  scenario('says to those who may not decide that it is held', { as: 'tech', of }, async (page, token) => {
    await call(page, token, 'POST', '/api/scheduler/trigger', { name: 'auth.cleanup' });
    await page.goto('/platform/cronjobs');
    await page.getByText('auth.cleanup').first().waitFor();
  });

  scenario('goes on when somebody has decided what becomes of what waited', { as: 'config', of, at: '/platform/settings' }, async (page, token) => {
    await section(page).getByText(/Nothing is sent and no scheduled job begins/).waitFor();
    await section(page).getByText('auth.cleanup').waitFor();
    await axe(page, 'held after a restore');
    const decide = section(page).getByRole('button', { name: 'Decide and go on' });
    assert.equal(await decide.getAttribute('aria-disabled'), 'true');
    await section(page).getByRole('group', { name: 'Scheduled jobs that are due' }).getByLabel('Drop it').check();
    await section(page).getByLabel(/^Reason/).fill('The mails went out before the fire.');
    await decide.click();
    await page.getByText('The product goes on.').waitFor();
    await section(page).waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', '/api/restore')).held, false);
  });
});
