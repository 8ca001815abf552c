// What vendor management systems send: held back with its reason, mended, decided once, and proposed where somebody has edited.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe } from 'node:test';
import { move, newApplication } from '../applications.mjs';
import { axe, call, desk, fits, phone, scenario, signIn, sizeName } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, newProject } from '../projects.mjs';

let count = 0;
const fresh = word => `${word} ${process.pid} ${++count}`;
const inboundSecret = 'what both of us know, and nobody else';

const about = [
  { target: 'project.vmsId', jq: '.in.job', required: true },
  { target: 'occurredAt', jq: '.in.at' },
];
const jobRules = [...about, { target: 'project.title', jq: '.in.title' }, { target: 'project.rateMin', jq: '.in.min' }, { target: 'project.rateMax', jq: '.in.max' }];
const statusRules = [
  ...about,
  { target: 'project.status', jq: '.in.status | lookup("status")', required: true },
  { target: 'project.vmsStatusRaw', jq: '.in.status' },
];

const newMapping = (page, token, connection, entity, rules) =>
  call(page, token, 'POST', '/api/vms/mapping', {
    connectionId: connection.id, direction: 'inbound', entity, rules, lookups: { status: { Open: 'ACTIVE', 'On hold': 'PAUSED' } },
  });

/** Puts a mapping in use after a look at what it changes. */
const publish = async (page, token, { id }) => {
  const { fingerprint } = await call(page, token, 'GET', `/api/vms/mapping/${id}/review`);
  return call(page, token, 'POST', `/api/vms/mapping/${id}/publish`, { fingerprint });
};

/** A system of a client of its own, with mappings in use for jobs and for their statuses. */
const newSystem = async (page, token, fields = {}) => {
  const name = fresh('Sender');
  const code = name.toUpperCase().replace(/\W/g, '_').slice(0, 20);
  const client = await call(page, token, 'POST', '/api/client', { name, code, currency: 'EUR', sendChannel: 'VMS', markupPct: 10 });
  const connection = await call(page, token, 'POST', '/api/vms/connection', {
    name: fresh('System'), clientId: client.id, baseUrl: 'https://vms.example', auth: 'NONE', inboundSecret, ...fields,
  });
  await publish(page, token, await newMapping(page, token, connection, 'JOB', jobRules));
  await publish(page, token, await newMapping(page, token, connection, 'JOB_STATUS', statusRules));
  return connection;
};

/** Sends a message, signed as the Standard Webhooks say; answers its id in the log. */
const push = async (page, connection, entity, body) => {
  const id = fresh('message');
  const at = String(Math.floor(Date.now() / 1000));
  const data = JSON.stringify(body);
  const signature = createHmac('sha256', inboundSecret).update(`${id}.${at}.entity=${entity}.${data}`).digest('base64');
  const answer = await page.request.post(`/api/vms/inbound/${connection.id}?entity=${entity}`, {
    data, headers: { 'Content-Type': 'application/json', 'Webhook-Id': id, 'Webhook-Timestamp': at, 'Webhook-Signature': `v1,${signature}` },
  });
  assert.equal(answer.status(), 202, await answer.text());
  return { ...(await answer.json()), name: id };
};

/** Waits until a message is in a state. */
const becomes = (page, token, { id }, state) =>
  until(`message ${id} being ${state}`, 60, async () => (await call(page, token, 'GET', `/api/vms/inbound/${id}`)).state === state);

const noon = minutes => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString();

/** A job that the system has sent, as a project here. */
const sentJob = async (page, token, connection, fields = {}) => {
  const job = fresh('JP');
  await becomes(page, token, await push(page, connection, 'JOB', { job, title: job, min: 70, max: 80, at: noon(0), ...fields }), 'PROCESSED');
  const { results } = await call(page, token, 'GET', `/api/project?vmsId=${encodeURIComponent(job)}`);
  return { job, project: results[0] };
};

/** A system that is asked: it keeps messages ready, takes candidates, and says how they stand. */
const startFeed = async () => {
  const feed = { messages: [], standing: [], taken: 0 };
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url, 'http://feed');
    const from = Number(searchParams.get('after') ?? 0);
    const page = list => ({ [pathname.slice(1)]: list.slice(from, from + 2), cursor: String(Math.min(from + 2, list.length)) });
    const acceptedAnswer = () => ({ externalId: `X-${++feed.taken}` });
    answer.end(JSON.stringify(request.method === 'POST' ? acceptedAnswer() : page(pathname === '/messages' ? feed.messages : feed.standing)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { feed, url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
};

/** Runs a job now and waits until it has ended. */
const runs = async (page, token, name) => {
  const { runId } = await call(page, token, 'POST', '/api/scheduler/trigger', { name });
  await until(`the end of ${name}`, 60, async () => (await call(page, token, 'GET', `/api/scheduler/run/${runId}`)).state === 'SUCCEEDED');
};

describe('VMS inbound', () => {
  scenario('a system is asked for its messages again, after a look at what lies behind', { as: 'all' }, async (page, token) => {
    const { feed, url, stop } = await startFeed();
    const connection = await newSystem(page, token, { baseUrl: url, capabilities: ['JOB_PULL'] });
    const [first, second] = [fresh('JP'), fresh('JP')];
    feed.messages.push({ id: fresh('m'), entity: 'JOB', body: { job: first, title: 'Welder', at: noon(0) } });
    await runs(page, token, 'vms.inboundPoll');
    feed.messages.push({ id: fresh('m'), entity: 'JOB', body: { job: first, title: 'Fitter', at: noon(1) } });
    feed.messages.push({ id: fresh('m'), entity: 'JOB', body: { job: second, title: 'Turner', at: noon(1) } });
    await page.goto(`/platform/vms/connections/${connection.id}/cursor`);
    const cursor = dialog(page).getByLabel(/^Read up to/);
    assert.equal(await cursor.inputValue(), '1');
    await cursor.fill('');
    await dialog(page).getByRole('button', { name: 'Show what lies behind' }).click();
    const seen = dialog(page).getByRole('region', { name: '3 messages lie behind' });
    await seen.getByText('In the log already', { exact: true }).waitFor();
    await seen.locator('summary').first().click();
    await seen.getByText('Fitter').waitFor();
    await axe(page, 'what lies behind a cursor');
    await dialog(page).getByRole('button', { name: 'Go on from here' }).click();
    await page.getByText('The next poll goes on from here').first().waitFor();
    await runs(page, token, 'vms.inboundPoll');
    const known = async job => (await call(page, token, 'GET', `/api/project?vmsId=${encodeURIComponent(job)}`)).results[0]?.title;
    await until('both jobs', 60, async () => (await known(first)) === 'Fitter' && (await known(second)) === 'Turner');
    await call(page, token, 'PUT', `/api/vms/connection/${connection.id}`, { active: false });
    stop();
  });

  scenario('a job that waits for a system which never answers is stopped, and looked up', { as: 'all', at: '/platform/cronjobs' }, async (page, token) => {
    const name = 'vms.inboundPoll';
    const server = createServer(() => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const connection = await newSystem(page, token, { baseUrl: `http://127.0.0.1:${server.address().port}`, capabilities: ['JOB_PULL'] });
    const received = once(server, 'request');
    await page.getByRole('button', { name: `Run now: ${name}` }).click();
    await dialog(page).getByRole('button', { name: 'Run now' }).click();
    await received;
    await page.getByRole('button', { name: `Stop: ${name}` }).click();
    await page.getByText(`${name} is being stopped.`).waitFor();
    const last = async () => (await call(page, token, 'GET', `/api/scheduler/run?name=${name}`)).results.find(run => run.trigger === 'MANUAL');
    await until('the end of the run', 60, async () => (await last()).state === 'CANCELLED');
    await page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) }).getByRole('link', { name }).click();
    await dialog(page).getByText('Stopped').first().waitFor();
    await call(page, token, 'PUT', `/api/vms/connection/${connection.id}`, { active: false });
    server.closeAllConnections();
    server.close();
  });

  scenario('what a system says of an application and what stands here are held beside each other', { as: 'all' }, async (page, token) => {
    const { feed, url, stop } = await startFeed();
    const connection = await newSystem(page, token, { baseUrl: url, capabilities: ['SUBMIT_CANDIDATE', 'STATUS_PULL'], ratePerMinute: 6000 });
    const standing = [
      { target: 'application.externalId', jq: '.in.id', required: true },
      { target: 'application.status', jq: '.in.state' },
      { target: 'application.billRate', jq: '.in.rate' },
    ];
    await publish(page, token, await newMapping(page, token, connection, 'APPLICATION_STATUS', standing));
    const sent = { connectionId: connection.id, direction: 'outbound', entity: 'APPLICATION', rules: [{ target: 'name', jq: '.freelancer.firstName' }] };
    await publish(page, token, await call(page, token, 'POST', '/api/vms/mapping', sent));
    const application = await newApplication(page, token, await newProject(page, token, { clientId: connection.clientId }));
    await move(page, token, application.id, 'a', 'TALENT_DECISION');
    await move(page, token, application.id, 'sp');
    const read = () => call(page, token, 'GET', `/api/projectApplication/${application.id}`);
    await until('its delivery', 60, async () => (await read()).status === 's2c');
    feed.standing.push({ id: 'X-1', state: 's2c', rate: 123.45 });
    await runs(page, token, 'vms.compare');
    await page.goto(`/platform/vms/differences?${new URLSearchParams({ filter: JSON.stringify({ connectionId: connection.id }) })}`);
    const row = page.getByRole('row', { name: /123\.45/ });
    await row.waitFor();
    await axe(page, 'differences');
    await row.getByRole('button', { name: /actions/i }).click();
    await page.getByRole('menuitem', { name: 'Take theirs' }).click();
    await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
    await page.getByText('The value of the VMS is taken').first().waitFor();
    assert.equal((await read()).billRate, 123.45);
    await call(page, token, 'PUT', `/api/vms/connection/${connection.id}`, { active: false });
    stop();
  });

  scenario('a fault of a mapping is found by a trial, mended, and what it held back is read anew', { as: 'all' }, async (page, token) => {
    const connection = await newSystem(page, token);
    const faulty = jobRules.map(rule => (rule.target === 'project.title' ? { ...rule, jq: '.in.name', required: true } : rule));
    const mapping = await newMapping(page, token, connection, 'JOB', faulty);
    await publish(page, token, mapping);
    const job = fresh('JP');
    const sent = { job, title: 'Welder by night', max: 80, at: noon(0) };
    const held = [await push(page, connection, 'JOB', sent), await push(page, connection, 'JOB', { ...sent, job: fresh('JP') })];
    for (const each of held) await becomes(page, token, each, 'QUARANTINED');
    await page.goto('/platform/vms/mappings');
    const draft = await newMapping(page, token, connection, 'JOB', faulty);
    await page.goto(`/platform/vms/mappings/${draft.id}/try`);
    await dialog(page).getByRole('button', { name: 'Choose a sample' }).click();
    await dialog(page).getByRole('button', { name: 'Paste a message' }).click();
    const message = dialog(page).getByRole('textbox', { name: 'Message to try it on' });
    await message.fill(JSON.stringify(sent));
    await dialog(page).getByRole('button', { name: 'Close the sample' }).click();
    await dialog(page).getByText('1 fault: such a message would be held back.').waitFor();
    await dialog(page).getByRole('textbox', { name: 'jq of rule 3' }).fill('.in.title'); // beside the trial
    await dialog(page).getByText('No rule fails; 1 gives no value: project.rateMin').waitFor();
    await dialog(page).getByRole('button', { name: 'Choose a sample' }).click();
    await dialog(page).getByRole('combobox', { name: 'Stored message' }).click();
    await dialog(page).getByRole('option', { name: held[0].name }).click();
    await dialog(page).getByRole('button', { name: 'Close the sample' }).click();
    await dialog(page).getByText('No rule fails; 1 gives no value: project.rateMin').waitFor();
    await dialog(page).getByRole('button', { name: 'Keep as a test' }).click();
    await page.getByText(`${held[0].name} is among the tests once the mapping is saved`).waitFor();
    await axe(page, 'a trial beside its rules');
    await dialog(page).getByRole('button', { name: /^Save/ }).click();
    await dialog(page).getByRole('button', { name: /^Put version/, disabled: false }).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/vms/mapping/${draft.id}`)).tests[0].expected.project.vmsId, sent.job);
    await page.goto(`/platform/vms/mappings/${draft.id}`);
    await dialog(page).getByRole('button', { name: 'More actions for the VMS mapping' }).click();
    await page.getByRole('menuitem', { name: 'Put in use', exact: true }).click();
    const changes = dialog(page).getByRole('region', { name: 'What changes for the last messages' });
    await changes.getByText('Fails no more · 2 messages').click();
    await changes.getByText('Welder by night').first().waitFor();
    await axe(page, 'what a draft changes');
    await dialog(page).getByRole('button', { name: 'Put in use', exact: true }).click();
    await page.getByText('The mapping is in use').waitFor();

    await page.goto(`/platform/vms/inbound?${new URLSearchParams({ filter: JSON.stringify({ connectionId: connection.id }) })}`);
    for (const each of held) await page.getByRole('row', { name: new RegExp(each.name) }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Read anew' }).click();
    await dialog(page).getByText('as if it had just come').waitFor();
    await dialog(page).getByRole('button', { name: 'Read anew: 2 VMS inbound messages' }).click();
    for (const each of held) await becomes(page, token, each, 'PROCESSED');
    const { results } = await call(page, token, 'GET', `/api/project?vmsId=${encodeURIComponent(job)}`);
    assert.equal(results[0].title, 'Welder by night');
  });

  scenario('a message that matches nothing is assigned to a project', { as: 'all' }, async (page, token) => {
    const connection = await newSystem(page, token);
    const { project } = await sentJob(page, token, connection);
    const stray = await push(page, connection, 'JOB_STATUS', { job: fresh('other'), status: 'On hold', at: noon(1) });
    await becomes(page, token, stray, 'QUARANTINED');
    await page.goto(`/platform/vms/inbound/${stray.id}`);
    await dialog(page).getByText('As it came').click();
    await dialog(page).getByText('"On hold"').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Download as a file' }).click()]);
    assert.match(readFileSync(await download.path(), 'utf8'), /On hold/);
    await signIn(page, 'tech'); // who may look projects up, and read none
    await page.goto(`/platform/vms/inbound/${stray.id}`);
    await dialog(page).getByRole('button', { name: 'More actions for the VMS inbound message' }).click();
    await page.getByRole('menuitem', { name: 'Read anew' }).click();
    await dialog(page).getByLabel('Project it is about').click();
    await page.keyboard.type(project.title);
    await dialog(page).getByRole('option', { name: project.title }).click();
    await dialog(page).getByRole('button', { name: 'Read anew' }).click();
    await page.getByText('The message is read anew').waitFor();
    await becomes(page, token, stray, 'PROCESSED');
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).status, 'PAUSED');
  });

  scenario('an unknown value is decided once and releases all that wait for it', { as: 'all' }, async (page, token) => {
    const connection = await newSystem(page, token);
    const { job, project } = await sentJob(page, token, connection);
    const value = fresh('Pr');
    const waiting = [];
    for (const minute of [1, 2, 3]) waiting.push(await push(page, connection, 'JOB_STATUS', { job, status: value, at: noon(minute) }));
    for (const each of waiting) await becomes(page, token, each, 'QUARANTINED');
    await page.goto('/platform/vms/inbound');
    await page.getByRole('link', { name: /^Decide \d+ value/ }).click();
    const task = page.getByRole('region', { name: `Value ${value}, 3 messages wait` });
    await task.getByRole('radio', { name: 'Paused' }).click();
    await task.getByRole('button', { name: 'Decide, release 3 messages' }).click();
    await page.getByText(`${value} is decided: 3 messages released`).waitFor();
    await task.waitFor({ state: 'detached' });
    for (const each of waiting) await becomes(page, token, each, 'PROCESSED');
    await page.goto(`/projects/list/${project.id}`);
    await dialog(page).getByText(`there: ${value}`).waitFor();
    await dialog(page).getByText('Paused').first().waitFor();
  });

  scenario('of what the VMS proposes for edited fields, one is taken over and one is not', { as: 'all' }, async (page, token) => {
    const connection = await newSystem(page, token);
    const { job, project } = await sentJob(page, token, connection);
    await call(page, token, 'PUT', `/api/project/${project.id}`, { rateMin: 75, rateMax: 85 });
    const theirs = { job, title: job, min: 73, max: 83, at: noon(5) };
    await becomes(page, token, await push(page, connection, 'JOB', theirs), 'PROCESSED');
    await page.goto(`/projects/list/${project.id}`);
    const notice = dialog(page).getByRole('region', { name: 'The VMS says something else of 2 fields' });
    await notice.getByText('83.00 €').waitFor();
    await axe(page, 'proposals');
    await notice.getByRole('button', { name: 'Keep ours Lowest rate' }).click();
    const last = dialog(page).getByRole('region', { name: 'The VMS says something else', exact: true });
    await last.getByRole('button', { name: 'Take over Highest rate' }).click();
    await last.waitFor({ state: 'detached' });
    const values = await Promise.all(['Lowest rate', 'Highest rate'].map(name => dialog(page).getByLabel(name).inputValue()));
    assert.deepEqual(values.map(Number), [75, 83]);
    await dialog(page).getByLabel('Highest rate').fill('84');
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click(); // upon the version that taking over has made
    await dialog(page).waitFor({ state: 'detached' });
    const now = await call(page, token, 'GET', `/api/project/${project.id}`);
    assert.deepEqual([now.rateMin, now.rateMax], [75, 84]);
  });

  for (const size of [desk, phone]) {
    scenario(`tabs, messages and values fit and read well: ${sizeName(size)}`, { as: 'all', size, theme: size === phone ? 'dark' : 'light' }, async (page, token) => {
      const connection = await newSystem(page, token);
      const { job } = await sentJob(page, token, connection);
      const held = await push(page, connection, 'JOB_STATUS', { job, status: fresh('Pending'), at: noon(1) });
      await becomes(page, token, held, 'QUARANTINED');
      await page.goto('/platform/vms/inbound');
      await page.getByRole('link', { name: /^Decide \d+ value/ }).waitFor();
      await page.getByRole('link', { name: held.name }).waitFor();
      await fits(page);
      await axe(page, 'inbound');
      await page.getByRole('link', { name: held.name }).click();
      await dialog(page).getByText('Webhook-Id').waitFor({ state: 'hidden' });
      await dialog(page).getByText('As it came').click();
      await dialog(page).getByText('Webhook-Id').waitFor();
      await dialog(page).locator('.cm-content').first().waitFor(); // the editors come after the form
      await fits(page);
      await axe(page, 'a message');
      const tabs = page.getByRole('navigation', { name: 'Vendor management systems' });
      for (const name of ['Unknown values', 'Proposals', 'Mappings', 'Connections', 'Outbound']) {
        await page.goto('/platform/vms/inbound');
        await tabs.getByRole('link', { name }).click();
        await tabs.locator('[aria-current=page]').filter({ hasText: name }).waitFor();
        await fits(page);
      }
      await page.goto('/platform/vms/unknown');
      await page.getByRole('region', { name: /^Value Pending/ }).first().waitFor();
      await fits(page);
      await axe(page, 'unknown values');
    });
  }
});
