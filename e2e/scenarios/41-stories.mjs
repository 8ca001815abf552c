// What people come for, done as they do it, within the clicks and the time that it may take; the report has both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { describe } from 'node:test';
import { axe, call, desk, fits, phone, scenario, signIn, status } from '../browser.mjs';

let count = 0;
const fresh = word => `${word} ${process.pid} ${++count}`;

const newClient = (page, token) => {
  const name = fresh('Tale');
  return call(page, token, 'POST', '/api/client', { name, code: name.toUpperCase().replace(/\W/g, '_').slice(0, 20), currency: 'EUR' });
};

/** Clicks and counts that. The report prints how many there were and how long they took, and holds them to their number. */
const stopwatch = () => {
  const from = Date.now();
  let clicks = 0;
  return {
    click: async (target, how) => {
      await target.click(how);
      clicks += 1;
    },
    report: (story, { atMostClicks, atMostSeconds }) => {
      const seconds = (Date.now() - from) / 1000;
      process.stdout.write(`${story}: ${clicks} clicks, ${seconds.toFixed(1)} s of ${atMostSeconds}\n`);
      assert.ok(clicks <= atMostClicks, `${story} took ${clicks} clicks`);
    },
  };
};

/** A VMS on this machine that accepts every candidate. */
const acceptingVMS = async () => {
  const server = createServer(({ method }, answer) => {
    answer.writeHead(method === 'GET' ? 404 : 201, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify({ id: `C-${Date.now()}-${Math.random()}` }));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
};

/** Begins a set-up for a client in a direction; its address is the next step. */
const beginSetup = async (page, client, way) => {
  await page.goto('/platform/vms/setup');
  await page.getByLabel(/^Client/).click();
  await page.keyboard.type(client.name);
  await page.getByRole('option', { name: client.name }).click();
  await page.getByRole('radio', { name: way }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create the connection' }).waitFor();
};

describe('stories', () => {
  scenario('the id of an error leads to its cause and to what mends it', { at: '/auth/login', errors: [status(403)] }, async page => {
    const token = await signIn(page, 'config');
    const { results } = await call(page, token, 'GET', '/api/admin?email=norole');
    const setRoles = roles => call(page, token, 'PUT', `/api/admin/${results[0].id}`, { roles });
    await setRoles(['b', 'd']);
    await signIn(page, 'norole');
    await page.goto('/platform/settings');
    await page.getByLabel('Sender of mails').fill('Nobody <nobody@poolkeeper.example>');
    await setRoles(['b']); // while the page is open
    await page.locator('form').filter({ has: page.getByLabel('Sender of mails') }).getByRole('button', { name: 'Save' }).click();
    const { click, report } = stopwatch();
    await click(page.getByRole('link', { name: /^[0-9a-f]{8}/ }).first());
    await page.getByText('Refused with status 403').waitFor();
    await axe(page, 'the story of a refusal');
    await click(page.getByRole('link', { name: 'Why, and who may change it' }));
    await page.getByText('setting.write is missing. It belongs to: Config manager.').waitFor();
    await page.getByText(/Roles are given by: Config manager/).waitFor();
    report('from an error to its cause and cure', { atMostClicks: 3, atMostSeconds: 60 });
    await setRoles([]);
  });

  for (const size of [desk, phone]) {
    const theme = size === phone ? 'dark' : 'light';
    scenario(`a VMS that only takes candidates is connected step by step, ${size.width} px`, { as: 'config', size, theme, at: '/dashboard' }, async (page, token) => {
      const vms = await acceptingVMS();
      try {
        await beginSetup(page, await newClient(page, await signIn(page, 'all')), 'Candidates go out only');
        await page.getByLabel(/^Address/).fill(vms.url);
        await page.getByLabel(/^How we sign in/).selectOption('None');
        await axe(page, 'the address of a VMS');
        await fits(page);
        await page.getByRole('button', { name: 'Create the connection' }).click();
        await page.getByRole('button', { name: 'Test the connection' }).click();
        await page.getByRole('button', { name: /^Use “A start” with/ }).click();
        await page.getByRole('button', { name: 'Send the test application' }).click();
        await page.getByRole('link', { name: 'Put version 1 in use for applications' }).waitFor();
        assert.equal(await page.getByText('Put version 1 in use for what comes in').count(), 0);
        await axe(page, 'a set-up of what goes out');
        await fits(page);
        assert.ok(token);
      } finally {
        vms.close();
      }
    });

    scenario(`a VMS that only sends is connected step by step, ${size.width} px`, { as: 'all', size, theme, at: '/dashboard' }, async (page, token) => {
      await beginSetup(page, await newClient(page, token), 'Jobs and statuses come in only');
      assert.equal(await page.getByLabel(/^Address/).count(), 0);
      const secret = await page.locator('.vsu-secret code').textContent();
      await axe(page, 'the secret of a VMS');
      await fits(page);
      await page.getByRole('button', { name: 'Create the connection' }).click();
      await page.getByRole('button', { name: /^Use “A start” with/ }).click();
      await page.getByText('Waiting for the first message.').waitFor();
      await axe(page, 'a set-up that waits');
      await fits(page);
      const script = await page.getByRole('region', { name: 'A signed call to try' }).locator('pre').textContent();
      execFileSync('sh', ['-c', script.replace("SECRET='…'", `SECRET='${secret}'`)], { stdio: 'ignore' });
      await page.getByRole('link', { name: 'Put version 1 in use for what comes in' }).waitFor();
      await page.getByRole('heading', { name: 'What version 1 makes of the message' }).waitFor();
      await axe(page, 'a set-up of what comes in');
      await fits(page);
    });
  }
});
