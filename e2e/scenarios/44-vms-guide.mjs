// "From nothing to the first delivered candidate" of docs/vms.md, followed to the letter beside the sandbox VMS.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { call, scenario } from '../browser.mjs';
import { reservePort, startService, until } from '../product.mjs';
import { dialog } from '../projects.mjs';

const repository = resolve(import.meta.dirname, '..', '..');
const heading = '## From nothing to the first delivered candidate\n';
const guide = readFileSync(join(repository, 'docs', 'vms.md'), 'utf8').split(heading)[1].split('\n## ')[0].replace(/\s+/g, ' ');

/** The names that the guide gives in italics; each has to be used, and none that it does not have. */
const namesOfGuide = () => {
  const left = new Set([...guide.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name]) => name));
  const use = name => {
    assert.ok(guide.includes(`*${name}*`), `the guide does not say *${name}*`);
    left.delete(name);
    return name;
  };
  return { use, left };
};

describe('the guide to vendor management systems', () => {
  let service;
  let sandbox;
  let sandboxURL;

  before(async () => {
    sandboxURL = `http://127.0.0.1:${await reservePort()}`;
    const address = new URL(sandboxURL).host;
    service = await startService(['build/extension-service', 'serve'], { SANDBOX_VMS: address });
    sandbox = spawn('build/extension-service', ['sandbox-vms', '--listen', address, '--product', service.url], { cwd: repository, stdio: 'ignore' });
    await until('the start of the sandbox', 60, async () => (await fetch(sandboxURL)).ok);
  });
  after(async () => {
    sandbox?.kill();
    await service?.stop();
  });

  /** Opens a screen by the entries of the sidebar, as "Platform → VMS connections" says. */
  const openScreen = async (page, path) => {
    const entry = path.split(' → ').at(-1);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  /** Does something in the part of the sandbox's page for the system named open. */
  const onSandbox = async (page, act) => {
    const other = await page.context().newPage();
    await other.goto(sandboxURL);
    await act(other.locator('#open'));
    await other.close();
  };

  const choose = async (page, label, text) => {
    await dialog(page).getByLabel(label).click();
    await page.keyboard.type(text);
    await dialog(page).getByRole('option', { name: text }).first().click();
  };

  const rowOf = (page, name) => page.getByRole('row').filter({ hasText: name });

  /** Makes a mapping from the template, and opens its studio. */
  const startMapping = async (page, use, { connection, direction, message }) => {
    await openScreen(page, use('Platform → VMS mappings'));
    await page.getByRole('link', { name: use('New VMS mapping') }).click();
    await choose(page, /^Connection/, connection);
    await dialog(page).getByLabel(/^Direction/).selectOption({ label: use(direction) });
    await dialog(page).getByLabel(/^Message/).selectOption({ label: use(message) });
    const template = dialog(page).getByRole('list', { name: 'Templates' }).getByRole('listitem').filter({ hasText: use('A start') });
    await template.getByRole('button').click();
    await dialog(page).getByRole('button', { name: use('Create VMS mapping') }).click();
    await rowOf(page, connection).filter({ hasText: message }).getByRole('link').click();
    await dialog(page).getByRole('tab', { name: use('Studio') }).click();
  };

  const putInUse = async (page, use) => {
    await dialog(page).getByRole('button', { name: use('Put version 1 in use'), disabled: false }).click();
    await dialog(page).getByRole('button', { name: 'Put in use', exact: true }).click();
    await page.getByText('The mapping is in use').first().waitFor();
    await dialog(page).getByText('Close', { exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  scenario('leads from nothing to the first delivered candidate and the first status', { as: 'all', at: '/dashboard', of: () => ({ url: service.url, others: [sandboxURL] }), minutes: 4 }, async (page, token) => {
    const began = Date.now();
    const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
    const { use, left } = namesOfGuide();
    const name = `Auralis VMS ${process.pid}`;
    const secret = randomBytes(24).toString('hex');
    const read = path => call(page, token, 'GET', path);

    await openScreen(page, use('Platform → VMS connections'));
    await page.getByRole('link', { name: use('New VMS connection') }).click();
    await choose(page, /^Client/, use('Auralis Health'));
    await dialog(page).getByLabel(/^Name/).fill(name);
    await dialog(page).getByLabel(/^Address/).fill(`${sandboxURL}/${use('open')}`);
    await dialog(page).getByLabel(use('How we sign in')).selectOption({ label: use('None') });
    await dialog(page).getByLabel(use('Inbound secret'), { exact: true }).fill(secret);
    await dialog(page).getByRole('button', { name: use('Create VMS connection') }).click();
    await rowOf(page, name).getByRole('link', { name }).click();
    await dialog(page).getByRole('button', { name: use('Test the connection') }).click();
    await dialog(page).getByRole('button', { name: use('Copy the address') }).waitFor();
    const { id } = (await read('/api/vms/connection?limit=1')).results[0];
    await onSandbox(page, async system => {
      await system.getByRole('heading', { name: use('Where its messages go') }).waitFor();
      await system.getByLabel('Inbound address of the connection').fill(`${service.url}/api/vms/inbound/${id}`);
      await system.getByLabel('Inbound secret').fill(secret);
      await system.locator('form[action$=inbound]').getByRole('button').click();
    });
    await page.keyboard.press('Escape');

    await startMapping(page, use, { connection: name, direction: 'Outbound', message: 'Application' });
    await dialog(page).getByRole('button', { name: use('Choose a sample') }).click();
    await dialog(page).getByLabel(/^Application to try it on/).click();
    await dialog(page).getByRole('option').first().click();
    await dialog(page).getByRole('button', { name: 'Close the sample' }).click();
    await dialog(page).getByRole('region', { name: 'What each rule gives' }).waitFor();
    await putInUse(page, use);

    const delivered = await until('the first candidate', 60, async () => (await read(`/api/vms/outbound?connectionId=${id}&state=PROCESSED&limit=1`)).results[0]);
    await openScreen(page, use('Platform → VMS outbound'));
    await rowOf(page, name).first().waitFor();
    const application = await read(`/api/projectApplication/${delivered.entityId}`);
    assert.match(application.externalId, /^SB-/);
    console.log(`the first candidate: ${seconds()} s`);
    use('Sent to client');

    await startMapping(page, use, { connection: name, direction: 'Inbound', message: 'Status of an application' });
    await putInUse(page, use);
    const say = status =>
      onSandbox(page, async system => {
        const row = system.getByRole('row').filter({ hasText: application.externalId });
        await row.getByLabel('Status').fill(use(status));
        await row.getByRole('button', { name: 'Say' }).click();
      });
    await say('Rejected');
    await until('the rejection', 60, async () => (await read(`/api/projectApplication/${application.id}`)).status === 'rv');
    use('Rejected by client');
    await openScreen(page, use('Platform → VMS inbound'));
    await rowOf(page, name).first().waitFor();
    await say('Interview');
    await until('the unknown value', 60, async () => (await read('/api/vms/unknownValue')).results.some(({ value }) => value === 'Interview'));
    await openScreen(page, use('Platform → Unknown values'));
    await page.getByRole('region', { name: /^Value Interview/ }).waitFor();
    assert.deepEqual([...left], [], 'what the guide names and nobody needed');
    console.log(`the first status: ${seconds()} s`);
  });
});
