// The whole story of one application through the screens, candidates side by side, and how it all looks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { move, newApplication, newFreelancer } from '../applications.mjs';
import { axe, call, fits, phone, scenario, sizeName, sizes, status } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const as = 'csm';
const screen = '/projects/applications';
/** The client whose candidates are sent by hand. */
const manualClient = async (page, token) => {
  const { results } = await call(page, token, 'GET', '/api/client?from=0&size=50');
  for (const { id } of results) {
    const { vmsChannel, channel } = await call(page, token, 'GET', `/api/client/${id}`);
    if ((vmsChannel ?? channel) !== 'VMS') return id;
  }
  throw new Error('every client takes candidates through a VMS');
};

const drawer = page => page.getByRole('complementary');

/** Takes the step whose button is in the drawer: answers what its dialog asks, and waits for the state. */
const step = async (page, button, { submit = button, reason, comment, first, state }) => {
  await drawer(page).getByRole('button', { name: button }).click();
  const box = dialog(page);
  if (reason) await box.getByLabel('Reason').selectOption({ label: reason });
  if (comment) await box.getByLabel('Comment').fill(comment);
  await first?.(box);
  await box.getByRole('button', { name: submit }).click();
  await box.waitFor({ state: 'detached' });
  await drawer(page).locator('.app-state .chip', { hasText: state }).waitFor();
};

/** Chooses another status from all of them. */
const choose = (page, to, { submit, ...how }) =>
  step(page, 'Change status', {
    ...how,
    submit,
    first: async box => {
      await box.getByRole('radio', { name: to }).check({ force: true });
      if (how.why) await box.getByLabel('Reason').selectOption({ label: how.why });
      await how.more?.(box);
    },
  });

describe('the story of one application', () => {
  scenario('made for a freelancer, confirmed, knocked out, reconsidered, sent, refused, reversed, hired, fallen through', { as }, async (page, token) => {
    const title = freshTitle('Bridge builder');
    const project = await newProject(page, token, { title, clientId: await manualClient(page, token), positions: 1, autoCloseWhenFilled: true });
    const freelancer = await newFreelancer(page, token);

    await page.goto(`${screen}/create`);
    const form = dialog(page);
    await form.getByLabel(/^Project/).click();
    await page.keyboard.type(title);
    await form.getByRole('option', { name: title }).click();
    await form.getByLabel(/^Freelancer/).click();
    await page.keyboard.type(freelancer.name);
    await form.getByRole('option', { name: freelancer.name }).click();
    await form.getByLabel('Talent rate').fill('80');
    await form.getByLabel('Message').fill('Builds bridges since 2009.');
    await form.getByRole('button', { name: 'Create application' }).click();
    await drawer(page).getByRole('heading', { name: freelancer.name }).waitFor();
    await drawer(page).getByText('The freelancer has not confirmed yet.').waitFor();
    const id = Number(/\/applications\/(\d+)/.exec(page.url())[1]);
    const now = () => call(page, token, 'GET', `/api/projectApplication/${id}`);
    assert.equal((await now()).status, 'uc');

    await step(page, 'Confirm for the freelancer', { reason: "Freelancer's decision", state: 'In review' });

    await choose(page, 'Rejected by MSP', {
      why: 'Skills',
      submit: 'Reject',
      more: box => box.getByRole('checkbox', { name: 'Notify the freelancer' }).waitFor(),
      state: 'Rejected by MSP',
    });
    await drawer(page).getByRole('tab', { name: 'Mails' }).click();
    await drawer(page).getByText('Notifies the freelancer of the refusal').waitFor();
    await drawer(page).getByText('Waiting').waitFor();

    await step(page, 'Reconsider', { reason: 'Skills', state: 'In review' });
    await drawer(page).getByText('Stopped').first().waitFor();

    // Sending wants rates; where no formula made them the form does.
    if ((await now()).billRate === null) {
      await drawer(page).getByRole('tab', { name: 'Overview' }).click();
      await drawer(page).getByRole('link', { name: 'Enter rates' }).click();
      await dialog(page).getByLabel('Pay rate').fill('80');
      await dialog(page).getByLabel('Bill rate').fill('92.5');
      await dialog(page).getByRole('button', { name: 'Save 2 changes' }).click();
      await drawer(page).getByRole('heading', { name: freelancer.name }).waitFor();
    }

    await drawer(page).getByRole('tab', { name: 'Overview' }).click();
    // In a tab of its own, before anybody is sent it; a browser that shows no such documents by itself saves it.
    const popup = page.waitForEvent('popup');
    const saved = popup.then(tab => tab.waitForEvent('download')); // which may come before the click is over
    await drawer(page).getByRole('button', { name: 'Profile as PDF' }).click();
    const [shown, document] = await Promise.all([popup, saved]);
    assert.match(document.url(), /^blob:/);
    assert.match(readFileSync(await document.path(), 'latin1'), /^%PDF-/);
    await shown.close();

    await step(page, 'Mark as sent to client', { state: 'Sent to client' });
    await drawer(page).getByRole('tab', { name: 'Sending' }).click();
    await drawer(page).getByText('Round 1, attempt 1').waitFor();

    await choose(page, 'Rejected by client', { why: "Client's decision", submit: 'Mark as rejected by client', state: 'Rejected by client' });
    await step(page, 'Reverse the rejection', { reason: "Client's decision", state: 'Sent to client' });
    await step(page, 'Mark as hired', { submit: /^Mark as hired|^Hire/, state: 'Hired' });
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).positionsFilled, 1);

    await choose(page, 'Withdrawn', { why: "Freelancer's decision", submit: 'Undo the hire', state: 'Withdrawn' });
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).positionsFilled, 0);
    await drawer(page).getByRole('tab', { name: 'Overview' }).click();
    await drawer(page).getByRole('link', { name: 'Open the project to reopen it' }).waitFor();
    const reported = await now();
    assert.deepEqual([reported.status, reported.statusReason], ['w', 'TALENT_DECISION']);

    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).getByText('Undo the hire').or(drawer(page).getByText('Freelancer\'s decision')).first().waitFor();
  });

  scenario('a second one of the same person for the same project leads to the first', { as, errors: [status(409)] }, async (page, token) => {
    const title = freshTitle('Twin');
    const project = await newProject(page, token, { title });
    const first = await newApplication(page, token, project);
    await page.goto(`${screen}/create`);
    const form = dialog(page);
    await form.getByLabel(/^Project/).click();
    await page.keyboard.type(title);
    await form.getByRole('option', { name: title }).click();
    await form.getByLabel(/^Freelancer/).click();
    await page.keyboard.type(first.name);
    await form.getByRole('option', { name: first.name }).click();
    await form.getByRole('button', { name: 'Create application' }).click();
    const link = form.getByRole('link', { name: 'Open the record that is there already' });
    await link.waitFor();
    assert.match(await link.getAttribute('href'), new RegExp(`${screen}/${first.id}`));
  });

  scenario('many change their status, each with its own result', { as }, async (page, token) => {
    const title = freshTitle('Choir');
    const project = await newProject(page, token, { title });
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await newApplication(page, token, project));
    await move(page, token, made[2].id, 'w', 'NO_RESPONSE');
    await page.goto(`${screen}?filter=${encodeURIComponent(JSON.stringify({ jobTitle: title }))}&page=1&per-page=10`);
    await page.getByRole('link', { name: made[0].name }).waitFor(); // rows that are still to come have the shape of rows
    await page.getByRole('checkbox', { name: 'Select the page' }).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Change status' }).click();
    const box = dialog(page);
    await box.getByLabel(/^Status/).selectOption({ label: 'Rejected by MSP' });
    await box.getByText('Fill in the fields to see what would happen.').waitFor(); // a reason is still to come
    await box.getByLabel('Reason').selectOption({ label: 'Skills' });
    await box.getByText('2 of 3 can be changed').waitFor();
    await box.getByRole('checkbox', { name: 'Notify the freelancers' }).uncheck();
    await box.getByRole('button', { name: /^Change status: 2 applications/ }).click();
    const job = page.getByRole('dialog', { name: /^Change status: 2 applications/ });
    await job.getByText('Completed', { exact: true }).waitFor();
    const states = await Promise.all(made.map(async ({ id }) => (await call(page, token, 'GET', `/api/projectApplication/${id}`)).status));
    assert.deepEqual(states, ['rm', 'rm', 'w']);
    const { totalResults } = await call(page, token, 'GET', `/api/mail?entity=application&id=${made[0].id}&state=QUEUED`);
    assert.equal(totalResults, 0);
  });
});

const candidates = async (page, token) => {
  const project = await newProject(page, token, { title: freshTitle('Trio'), skills: ['Java', 'Kafka'] });
  const make = async (skills, fields) =>
    newApplication(page, token, project, { freelancer: await newFreelancer(page, token, { skills }), ...fields });
  const made = [
    await make(['Java', 'Kafka'], { talentRate: 79, availabilityFrom: '2027-02-01' }),
    await make(['Java'], { talentRate: 85, availabilityFrom: '2027-01-12' }),
  ];
  return { project, made };
};

describe('candidates side by side', () => {
  scenario('are chosen in the list of their project and told apart by what differs', { as }, async (page, token) => {
    const { project, made } = await candidates(page, token);
    await page.goto(`/projects/list/${project.id}/applications`);
    for (const { name } of made) await dialog(page).getByRole('checkbox', { name: `Select ${name} for the comparison` }).check();
    await dialog(page).getByRole('link', { name: 'Compare 2' }).click();
    const table = page.getByRole('dialog', { name: 'Compare 2 candidates' }).getByRole('table');
    const row = name => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await row('Needed skills').getByText('no Kafka').waitFor();
    assert.match(await row('Talent rate').locator('td').first().innerText(), /79\.00/);
    assert.match(await row('Talent rate').locator('td.best').innerText(), /79\.00/);
    assert.match(await row('Available from').locator('td.best').innerText(), /12 Jan 2027/);
    assert.equal(await row('Provider').count(), 0, 'what is the same is not shown');
    await page.getByRole('switch', { name: 'Only differences' }).uncheck();
    await row('Provider').waitFor();
    await table.getByRole('button', { name: 'Confirm for the freelancer' }).first().click();
    await dialog(page).getByLabel('Reason').selectOption({ label: "Freelancer's decision" });
    await dialog(page).getByRole('button', { name: 'Confirm for the freelancer' }).click();
    await row('Status').getByText('In review').waitFor();
  });

  scenario('of two projects are not compared, and the button says so', { as }, async (page, token) => {
    const word = freshTitle('Apart');
    const made = [];
    for (const n of [1, 2]) made.push(await newApplication(page, token, await newProject(page, token, { title: `${word} ${n}` })));
    await page.goto(`${screen}?filter=${encodeURIComponent(JSON.stringify({ jobTitle: word }))}&page=1&per-page=10`);
    await page.getByRole('link', { name: made[0].name }).waitFor();
    await page.getByRole('checkbox', { name: 'Select the page' }).check();
    const button = page.getByRole('button', { name: 'Compare 2' });
    await button.waitFor();
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    await page.getByText('Only applications for one project can be compared.').waitFor({ state: 'attached' });
  });
});

describe('rates outside of the limits', () => {
  scenario('say what the project allows, wherever they are shown', { as }, async (page, token) => {
    const project = await newProject(page, token, { title: freshTitle('Narrow'), rateMin: 10, rateMax: 20 });
    const { id } = await newApplication(page, token, project);
    await page.goto(`${screen}/${id}`);
    await drawer(page).getByText(/The project allows 10\.00.* to 20\.00/).waitFor();
    await drawer(page).getByRole('tab', { name: 'Rate' }).click();
    await drawer(page).getByText(/The bill rate lies outside.*The project allows 10\.00/).waitFor();
  });
});

describe('beside the open application', () => {
  for (const width of [1280, 1440]) {
    scenario(`the list keeps its place, ${width} px`, { as, size: { width, height: 900 }, at: screen }, async page => {
      await page.getByRole('button', { name: /^Actions for/ }).first().waitFor(); // rows that are still to come have the shape of rows
      const row = page.getByRole('row').nth(1);
      const before = (await row.boundingBox()).y;
      await row.getByRole('link').first().click();
      await drawer(page).getByRole('tab', { name: 'Overview' }).waitFor();
      assert.equal((await row.boundingBox()).y, before, 'the row has not moved');
    });
  }
});

describe('by keyboard', () => {
  scenario('one walks the list beside the open application', { as }, async (page, token) => {
    const title = freshTitle('Walk');
    const project = await newProject(page, token, { title });
    const made = [await newApplication(page, token, project), await newApplication(page, token, project)];
    await page.goto(`${screen}?filter=${encodeURIComponent(JSON.stringify({ jobTitle: title }))}&page=1&per-page=10`);
    await page.getByRole('link', { name: made[0].name }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('heading', { name: made[1].name }).waitFor();
    await drawer(page).getByRole('link', { name: 'Next application' }).click();
    await drawer(page).getByRole('heading', { name: made[0].name }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), made[0].name);
  });
});

describe('applications in every look', () => {
  for (const size of sizes) {
    scenario(`list, drawer, forms, dialogs and comparison: ${sizeName(size)}`, { size, as }, async (page, token) => {
      const { project, made } = await candidates(page, token);
      const [{ id }, other] = made;
      const box = size === phone ? page.getByRole('dialog') : drawer(page);
      const look2 = async (at, ready) => {
        await page.goto(at);
        await ready();
        await axe(page, at);
        await fits(page);
      };
      await look2(screen, () => page.getByText(/^\d+–\d+ of/).first().waitFor());
      for (const tab of ['', '/answers', '/rate', '/sending', '/mails', '/history']) {
        await look2(`${screen}/${id}${tab}`, async () => {
          await box.getByRole('tab', { selected: true }).waitFor();
          await box.getByRole('button', { name: 'Change status' }).waitFor();
        });
      }
      await box.getByRole('button', { name: 'Change status' }).click();
      await page.getByRole('dialog', { name: 'Change status' }).getByRole('radio').first().waitFor({ state: 'attached' });
      await axe(page, 'status dialog');
      await look2(`${screen}/${id}/edit`, () => dialog(page).getByLabel('Hours per week').waitFor());
      await look2(`${screen}/create`, () => dialog(page).getByLabel('Talent rate').waitFor());
      await look2(`${screen}/compare/${id},${other.id}`, () => dialog(page).getByRole('rowheader', { name: 'Talent rate' }).waitFor());
      await look2(`/projects/list/${project.id}/applications`, () => dialog(page).getByText(made[0].name).waitFor());
    });
  }
});
