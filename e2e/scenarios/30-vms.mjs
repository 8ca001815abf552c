// Connections to vendor management systems: made by hand, with a mapping whose fault a trial finds before it is used.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { describe } from 'node:test';
import { move, newApplication } from '../applications.mjs';
import { axe, call, fits, phone, scenario, signIn } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, newProject } from '../projects.mjs';

let count = 0;
const fresh = word => `${word} ${process.pid} ${++count}`;

/** A client of its own, so that nobody else's applications go through its connection. */
const newClient = (page, token, fields = {}) => {
  const name = fresh('Vendor');
  return call(page, token, 'POST', '/api/client', { name, code: name.toUpperCase().replace(/\W/g, '_').slice(0, 20), currency: 'EUR', ...fields });
};

const choose = async (page, label, text) => {
  await dialog(page).getByLabel(label).click();
  await page.keyboard.type(text);
  await dialog(page).getByRole('option', { name: text }).click();
};

/** No call leaves the machine: its own address is refused, as that of a VMS which does not answer. */
const newConnection = (page, token, client, fields = { active: false }) =>
  call(page, token, 'POST', '/api/vms/connection', { name: fresh('System'), clientId: client.id, baseUrl: 'https://vms.example', auth: 'NONE', ...fields });

/** Chooses the application that rules are tried on; below 1340 px the sample stands in a drawer. */
const chooseApplication = async (page, words, named) => {
  await dialog(page).getByRole('button', { name: 'Choose a sample' }).click();
  await dialog(page).getByLabel(/^Application to try it on/).click();
  if (words) await page.keyboard.type(words);
  const found = dialog(page).getByRole('option', { name: named });
  const text = await found.innerText();
  await found.click();
  await dialog(page).getByRole('button', { name: 'Close the sample' }).click();
  return text;
};

const newMapping = (page, token, connection, jq) =>
  call(page, token, 'POST', '/api/vms/mapping', {
    connectionId: connection.id, direction: 'outbound', entity: 'APPLICATION', lookups: { uom: { Day: 'dy' } },
    rules: [{ target: 'rate.uom', jq, required: true }],
    tests: [{ name: 'a daily rate', input: { application: { rateUnit: 'Day' } }, expected: { rate: { uom: 'dy' } } }],
  });

/** A VMS on this machine that refuses candidates for a reason, until it is told to accept them. */
const refusingVMS = async reason => {
  let isAccepting = false;
  const server = createServer(({ method }, answer) => {
    answer.writeHead(method === 'GET' ? 404 : isAccepting ? 201 : 422, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify(isAccepting ? { id: `C-${Date.now()}-${Math.random()}` } : { errors: [reason] }));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    accept: () => {
      isAccepting = true;
    },
    close: () => server.close(),
  };
};

describe('VMS', () => {
  scenario('a connection is made, and its secret is never shown again', { as: 'all', errors: [/status of 422/] }, async (page, token) => {
    const client = await newClient(page, token);
    const name = fresh('System');
    await page.goto('/platform/vms/connections/create');
    await choose(page, /^Client/, client.name);
    await dialog(page).getByLabel(/^Name/).fill(name);
    await dialog(page).getByLabel(/^Address/).fill('http://inside');
    await dialog(page).getByLabel(/^Secret/).fill('open sesame');
    await dialog(page).getByRole('button', { name: 'Create VMS connection' }).click();
    await dialog(page).getByText('Must begin with https:// and be a public address.').waitFor();
    await dialog(page).getByLabel(/^Address/).fill('https://vms.example');
    await dialog(page).getByRole('button', { name: 'Create VMS connection' }).click();
    await page.getByRole('row', { name: new RegExp(name) }).getByRole('link', { name }).click();
    await dialog(page).getByText('Nothing waits to be sent.').waitFor();
    await axe(page, 'a connection');
    await dialog(page).getByRole('tab', { name: 'Details' }).click();
    await dialog(page).getByText('It is kept encrypted and never shown.').first().waitFor();
    assert.equal(await dialog(page).getByLabel(/^Secret/).inputValue(), '');
  });

  scenario('a VMS is connected step by step, left and taken up again, up to a delivered test application and the first status', { as: 'all' }, async (page, token) => {
    const vms = await refusingVMS('rate.amount: above the budget');
    const client = await newClient(page, token);
    try {
      await page.goto('/platform/vms/connections');
      await page.getByRole('link', { name: 'Connect a VMS step by step' }).click();
      await page.getByLabel(/^Client/).click();
      await page.keyboard.type(client.name);
      await page.getByRole('option', { name: client.name }).click();
      await axe(page, 'the first step of a set-up');
      await page.getByLabel(/^Name/).focus();
      await page.keyboard.press('Enter'); // by keyboard alone
      await page.getByLabel(/^Address/).fill(vms.url);
      await page.getByLabel(/^How we sign in/).selectOption('None');
      await page.getByRole('button', { name: 'Create the connection' }).click();
      await page.getByRole('heading', { name: 'Test the connection' }).and(page.locator(':focus')).waitFor(); // it goes along
      await page.goto('/platform/vms/connections');
      await page.getByRole('link', { name: `Continue connecting “${client.name} VMS”` }).click();
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await page.getByRole('radio', { name: 'Nested with lists' }).check();
      await axe(page, 'the templates of a set-up');
      await page.getByRole('button', { name: /^Use “Nested with lists” with/ }).click();
      await page.getByRole('button', { name: 'Send the test application' }).click();
      await page.getByText('rate.amount: above the budget').waitFor();
      vms.accept();
      await page.getByRole('button', { name: 'Send the test application' }).click();
      await page.getByRole('button', { name: /^Use “A start” with/ }).click();
      await page.getByText('Waiting for the first message.').waitFor();
      const secret = 'whsec_' + Buffer.from('a secret that both of us know').toString('base64');
      const id = new URL(page.url()).searchParams.get('connection');
      const { version } = await call(page, token, 'GET', `/api/vms/connection/${id}`);
      await call(page, token, 'PUT', `/api/vms/connection/${id}`, { inboundSecret: secret, version });
      const script = await page.getByRole('region', { name: 'A signed call to try' }).locator('pre').textContent();
      execFileSync('sh', ['-c', script.replace("SECRET='…'", `SECRET='${secret}'`)]); // as it is copied
      await page.getByText(/^The VMS answered 201 .* Then the message try-\d+ came in\.$/).waitFor();
      await page.getByText('The lookup “status” has no entry for “Interview”.').waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'Put version 1 in use for applications' }).waitFor();
      await axe(page, 'a set-up that is done');
      await page.setViewportSize(phone);
      await fits(page);
      await page.getByRole('link', { name: 'Open the message', exact: true }).click();
      await dialog(page).getByText('Processed').first().waitFor();
    } finally {
      vms.close();
    }
  });

  scenario('a fault of a mapping is found by a trial, mended, and the mapping is put in use', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token);
    const application = await newApplication(page, token, await newProject(page, token, { clientId: client.id, rateUnit: 'Day' }));
    const mapping = await newMapping(page, token, await newConnection(page, token, client), '.application.rateUnit | lookup("unit")');
    await page.goto(`/platform/vms/mappings/${mapping.id}/try`);
    await chooseApplication(page, '', application.name);
    await dialog(page).getByText('There is no lookup “unit”.').first().waitFor();
    await axe(page, 'a trial');
    await dialog(page).getByRole('textbox', { name: 'jq of rule 1' }).fill('.application.rateUnit | lookup("uom")'); // beside the trial
    await dialog(page).getByText('Every rule gives a value.').waitFor();
    await dialog(page).getByRole('region', { name: 'What each rule gives' }).getByText('"dy"').waitFor();
    await dialog(page).getByRole('button', { name: /^Save/ }).click();
    await dialog(page).getByRole('button', { name: 'Put version 1 in use', disabled: false }).click();
    await dialog(page).getByRole('button', { name: 'Put in use', exact: true }).click();
    await page.getByText('The mapping is in use').waitFor();
    assert.equal((await call(page, token, 'GET', `/api/vms/mapping/${mapping.id}`)).state, 'LIVE');
  });

  scenario('who configures mappings finds an application by its handle, and not whose it is', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token);
    const project = await newProject(page, token, { clientId: client.id, rateUnit: 'Day' });
    const application = await newApplication(page, token, project);
    const mapping = await newMapping(page, token, await newConnection(page, token, client), '.application.rateUnit | lookup("uom")');
    await signIn(page, 'config');
    await page.goto(`/platform/vms/mappings/${mapping.id}/try`);
    const found = await chooseApplication(page, application.handle, application.handle);
    assert.equal(found.includes(application.name), false);
    await dialog(page).getByText('Every rule gives a value.').waitFor();
    await dialog(page).getByRole('button', { name: `Sample ${application.handle}` }).click();
    assert.equal(await dialog(page).getByLabel(/^Application to try it on/).inputValue(), project.title);
  });

  scenario('an application that its VMS does not take is in the log with what was tried', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token, { sendChannel: 'VMS', markupPct: 10 });
    const connection = await newConnection(page, token, client, { active: true });
    const mapping = await newMapping(page, token, connection, '.application.rateUnit | lookup("uom")');
    await call(page, token, 'POST', `/api/vms/mapping/${mapping.id}/publish`, {});
    const application = await newApplication(page, token, await newProject(page, token, { clientId: client.id, rateUnit: 'Day' }));
    await move(page, token, application.id, 'a', 'TALENT_DECISION');
    await move(page, token, application.id, 'sp');
    const path = `/api/vms/message?entityId=${application.id}&state=RETRY`;
    await until('an attempt', 60, async () => (await call(page, token, 'GET', path)).totalResults === 1);
    await page.goto('/platform/vms/outbound');
    await page.getByRole('link', { name: `${application.handle}-1` }).click();
    await dialog(page).getByText('Tried again').first().waitFor();
    await axe(page, 'a message');

    const draft = await newMapping(page, token, connection, '"week"'); // is held against what was sent
    await page.goto(`/platform/vms/mappings/${draft.id}/try`);
    await chooseApplication(page, '', application.name);
    await dialog(page).getByLabel('Compare with').selectOption('What was last sent');
    await dialog(page).getByRole('region', { name: 'Differences from what was last sent' }).getByText('week').waitFor();
  });

  scenario('the story of a refusal leads to the rule, and sends all again that failed alike', { as: 'all' }, async (page, token) => {
    const vms = await refusingVMS('rate.uom: not known');
    try {
      const client = await newClient(page, token, { sendChannel: 'VMS', markupPct: 10 });
      const connection = await newConnection(page, token, client, { active: true, baseUrl: vms.url });
      const mapping = await newMapping(page, token, connection, '.application.rateUnit | lookup("uom")');
      await call(page, token, 'POST', `/api/vms/mapping/${mapping.id}/publish`, {});
      const project = await newProject(page, token, { clientId: client.id, rateUnit: 'Day' });
      for (const _ of [1, 2]) {
        const { id } = await newApplication(page, token, project);
        await move(page, token, id, 'a', 'TALENT_DECISION');
        await move(page, token, id, 'sp');
      }
      const path = `/api/vms/message?connectionId=${connection.id}&state=`;
      await until('two refusals', 60, async () => (await call(page, token, 'GET', `${path}FAILED`)).totalResults === 2);
      const [{ messageId }] = (await call(page, token, 'GET', `${path}FAILED`)).results;
      await page.goto(`/support/${messageId}`);
      await page.getByRole('link', { name: 'Open rule 1' }).click();
      await dialog(page).getByRole('textbox', { name: 'jq of rule 1' }).waitFor();
      assert.ok(page.url().includes(`/platform/vms/mappings/${mapping.id}/try`));

      const draft = await call(page, token, 'POST', `/api/vms/mapping/${mapping.id}/newVersion`, {});
      await call(page, token, 'PUT', `/api/vms/mapping/${draft.id}`, { rules: [{ target: 'rate.uom', jq: '"day"' }], tests: [] });
      const { fingerprint } = await call(page, token, 'GET', `/api/vms/mapping/${draft.id}/review`);
      await call(page, token, 'POST', `/api/vms/mapping/${draft.id}/publish`, { fingerprint });
      vms.accept();
      await page.goto(`/support/${messageId}`);
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      await axe(page, 'a story');
      await page.getByRole('button', { name: 'Send 2 again' }).click();
      await until('two candidates', 60, async () => (await call(page, token, 'GET', `${path}PROCESSED`)).totalResults === 2);
    } finally {
      vms.close();
    }
  });

  scenario('the keys of the studio go from rule to rule and from column to column', { as: 'config' }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=1');
    const mapping = await newMapping(page, token, await newConnection(page, token, results[0]), '.application.rateUnit | lookup("uom")');
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`/platform/vms/mappings/${mapping.id}/try`);
    const row = dialog(page).getByRole('listitem', { name: 'Rule 1' });
    await row.getByRole('button').first().focus();
    await page.keyboard.press('j');
    await page.waitForFunction(() => document.activeElement?.matches('.st-rule'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('textarea[aria-label="jq of rule 1"]'));
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('Enter'); // on the button of the drawer
    await dialog(page).getByLabel(/^Application to try it on/).waitFor();
    await axe(page, 'the drawer of the sample');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Fields and functions' }).click();
    await dialog(page).getByText('Functions beyond jq').waitFor();
    await axe(page, 'the fields and functions');
    await page.keyboard.press('Escape');
    await call(page, token, 'POST', `/api/vms/mapping/${mapping.id}/publish`, {});
    const draft = await call(page, token, 'POST', `/api/vms/mapping/${mapping.id}/newVersion`, {});
    await page.goto(`/platform/vms/mappings/${draft.id}/try`);
    await dialog(page).getByRole('button', { name: 'Compare versions' }).click();
    await dialog(page).getByText('The two versions have the same rules, lookups and tests.').waitFor();
    await axe(page, 'the comparison of versions');
    await page.goto('/platform/vms/mappings/create');
    await dialog(page).getByLabel(/^Direction/).selectOption('outbound');
    await dialog(page).getByLabel(/^Message/).selectOption('APPLICATION');
    await dialog(page).getByRole('button', { name: /^Start with its 6 rules/ }).waitFor();
    await axe(page, 'the templates');
  });

  scenario('a mapping fits a telephone in the dark', { as: 'config', theme: 'dark', size: phone }, async (page, token) => {
    const { results } = await call(page, token, 'GET', '/api/client?from=0&size=1');
    const mapping = await newMapping(page, token, await newConnection(page, token, results[0]), '.application.rateUnit | lookup("uom")');
    await page.goto(`/platform/vms/mappings/${mapping.id}/details`);
    await dialog(page).getByText('Required').first().waitFor();
    await dialog(page).locator('.cm-content').first().waitFor(); // the editors come after the form
    await fits(page);
    await axe(page, 'a mapping');
  });
});
