// One freelancer's whole story, and what the screens show of the others.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, desk, phone, scenario, status } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, freshTitle } from '../projects.mjs';

const listOf = (name, filter = {}) => `/users/freelancers?filter=${encodeURIComponent(JSON.stringify({ name, ...filter }))}`;
const row = (page, name) => page.getByRole('row').filter({ hasText: name });

/** Somebody of a scenario's own. */
const newFreelancer = (page, token, fields = {}) => {
  const lastName = freshTitle('Adler').replace(/\W/g, '');
  const body = { firstName: 'Romy', lastName, email: `${lastName}@people.example`.toLowerCase(), sendVerification: false, ...fields };
  return call(page, token, 'POST', '/api/freelancer', body);
};

const choose = async (page, name, item) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
};

/** Gives a reason and does what the button of the dialog says; the dialog goes when it is done. */
const because = async (page, reason, button) => {
  await dialog(page).getByLabel('Reason').selectOption({ label: reason });
  await dialog(page).getByRole('button', { name: button }).click();
  await dialog(page).waitFor({ state: 'detached' });
};

describe('freelancers', () => {
  scenario('a gender and a currency are chosen in a dialog of 640 px, which fills a phone', { as: 'csm', at: '/users/freelancers' }, async (page, token) => {
    const lastName = freshTitle('Castellan').replace(/\W/g, '');
    await page.getByRole('link', { name: /New freelancer/ }).click();
    await dialog(page).getByLabel(/^First name/).fill('Noa');
    await dialog(page).getByLabel(/^Last name/).fill(lastName);
    await dialog(page).getByLabel(/^E-mail/).fill(`${lastName}@people.example`.toLowerCase());
    await dialog(page).getByLabel(/^Gender/).selectOption({ label: 'Diverse' });
    await dialog(page).getByLabel(/^Currency/).selectOption({ label: 'CHF' });
    const width = () => dialog(page).evaluate(frame => frame.getBoundingClientRect().width);
    assert.equal(await width(), 640);
    await page.setViewportSize(phone);
    assert.equal(await width(), phone.width);
    await page.setViewportSize(desk);
    await page.keyboard.press('Control+Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const { results: [made] } = await call(page, token, 'GET', `/api/freelancer?name=${lastName}`);
    const { gender, currency } = await call(page, token, 'GET', `/api/freelancer/${made.id}`);
    assert.deepEqual({ gender, currency }, { gender: 'DIVERSE', currency: 'CHF' });
  });

  scenario('people for a project are found by two skills, a rate and when they are available', { as: 'csm', at: '/users/freelancers' }, async (page, token) => {
    const firstName = freshTitle('Romy').replace(/\W/g, '');
    const usual = { firstName, skills: ['Golang', 'k8s'], hourRate: 90, dayRate: 720, currency: 'EUR', availabilityFrom: '2026-12-01' };
    const fits = await newFreelancer(page, token, usual);
    const others = [{ skills: ['Go'] }, { hourRate: 140 }, { currency: 'CHF' }, { availabilityFrom: '2027-09-01' }];
    for (const other of others) await newFreelancer(page, token, { ...usual, ...other, force: true });
    await page.getByRole('searchbox', { name: 'Name', exact: true }).fill(`${firstName} Adler`);
    await page.waitForURL(url => url.href.includes(firstName));
    await page.getByRole('button', { name: 'All of these skills Any' }).click();
    for (const [typed, term] of [['golang', 'Go'], ['k8s', 'Kubernetes']]) {
      await page.getByRole('combobox', { name: 'Find in All of these skills' }).fill(typed);
      await page.getByRole('option', { name: term, exact: true }).click();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All of these skills Go, Kubernetes' }).waitFor();
    await page.getByRole('button', { name: 'Hour rate up to Any' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await axe(page, 'an amount to filter by');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Available by Any' }).click();
    await page.getByRole('dialog', { name: 'Available by' }).getByRole('textbox', { name: 'Date' }).fill('31 Dec 2026');
    await page.keyboard.press('Enter');
    await until('one row', 10, async () => (await page.locator('tbody tr').count()) === 1);
    await row(page, `${firstName} ${fits.lastName}`).waitFor();

    await page.getByRole('button', { name: 'More filters' }).click();
    await dialog(page).getByRole('button', { name: 'Language Any' }).waitFor();
    await axe(page, 'all filters of people');
  });

  scenario('the story of one: created in spite of a likeness, confirmed, deactivated, deleted, restored and forgotten', {
    as: 'csm', at: '/users/freelancers', errors: [status(409)],
  }, async (page, token) => {
    const twin = await newFreelancer(page, token, { linkedinHandle: `romy-${Date.now()}` });
    const lastName = freshTitle('Birkholz').replace(/\W/g, '');
    const name = `Romy ${lastName}`;
    await page.getByRole('link', { name: /New freelancer/ }).click();
    await dialog(page).getByLabel(/^First name/).fill('Romy');
    await dialog(page).getByLabel(/^Last name/).fill(lastName);
    await dialog(page).getByLabel(/^E-mail/).fill(`${lastName}@people.example`.toLowerCase());
    await dialog(page).getByLabel(/^LinkedIn profile/).fill(twin.linkedinHandle);
    await page.keyboard.press('Control+Enter');
    const warning = dialog(page).getByRole('region', { name: 'Possible duplicates' });
    await warning.getByText(twin.handle).waitFor();
    await warning.getByText('Same LinkedIn profile').waitFor();
    await axe(page, 'duplicate warning');
    await warning.getByRole('button', { name: 'Create, review later' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const { results: [made] } = await call(page, token, 'GET', `/api/freelancer?name=${lastName}`);
    const pairs = await call(page, token, 'GET', `/api/freelancer/${made.id}`);
    assert.equal(pairs.duplicates[0].freelancerId, twin.id);

    await page.goto(listOf(lastName));
    await row(page, name).getByText('Unverified').waitFor();
    await choose(page, name, 'Change status');
    await dialog(page).getByRole('radio', { name: /Active/ }).first().check();
    await because(page, 'Checked by phone', 'Confirm by hand');
    await row(page, name).getByText('Active', { exact: true }).waitFor();

    await choose(page, name, 'Change status');
    await dialog(page).getByRole('radio', { name: /Inactive/ }).check();
    await because(page, 'Own request', /^Deactivate/);
    await row(page, name).getByText('Inactive').waitFor();

    await choose(page, name, 'Delete');
    await because(page, 'By mistake', /^Delete freelancer/);
    await row(page, name).waitFor({ state: 'detached' });
    await page.goto(listOf(lastName, { deleted: 'true' }));
    await choose(page, name, 'Restore');
    await because(page, 'By mistake', 'Restore freelancer');
    await page.goto(listOf(lastName));
    await row(page, name).getByText('Inactive').waitFor();

    await choose(page, name, 'Erase data');
    await dialog(page).getByText(`The record becomes “Deleted ${made.handle}”`, { exact: false }).waitFor();
    await axe(page, 'erase');
    await dialog(page).getByLabel(/^Reason/).fill('Asked by letter');
    await dialog(page).getByRole('checkbox', { name: 'The identity is checked' }).check();
    await dialog(page).getByRole('button', { name: 'Erase data now' }).click();
    await until('the erasure', 30, async () => (await call(page, token, 'GET', `/api/freelancer/${made.id}`)).anonymisedAt);
    const left = await call(page, token, 'GET', `/api/freelancer/${made.id}`);
    assert.equal(left.name, `Deleted ${made.handle}`);
    assert.equal(left.email, '');
    assert.equal((await call(page, token, 'GET', `/api/freelancer?name=${lastName}&state=AC,DE,UV,DL`)).totalResults, 0);
  });

  scenario('who is told to be somebody else is created, and nobody is asked about the two again', {
    as: 'csm', at: '/users/freelancers/create', errors: [status(409)],
  }, async (page, token) => {
    const twin = await newFreelancer(page, token, { linkedinHandle: `other-${Date.now()}` });
    const lastName = freshTitle('Zeisig').replace(/\W/g, '');
    await dialog(page).getByLabel(/^First name/).fill('Romy');
    await dialog(page).getByLabel(/^Last name/).fill(lastName);
    await dialog(page).getByLabel(/^E-mail/).fill(`${lastName}@people.example`.toLowerCase());
    await dialog(page).getByLabel(/^LinkedIn profile/).fill(twin.linkedinHandle);
    await page.keyboard.press('Control+Enter');
    await dialog(page).getByRole('button', { name: 'Not a duplicate, create' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const { results: [made] } = await call(page, token, 'GET', `/api/freelancer?name=${lastName}`);
    const about = await call(page, token, 'GET', `/api/freelancer/duplicate?freelancerId=${made.id}&state=OPEN,NOT_DUPLICATE`);
    assert.deepEqual(about.results.map(pair => [pair.freelancerA, pair.state]), [[twin.id, 'NOT_DUPLICATE']]);
  });

  scenario('what a state forbids is not offered, and a new address is told to wait', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token);
    const at = `/api/freelancer/${p.id}`;
    const offers = async item => {
      await page.goto(listOf(p.lastName, { state: 'AC,DE,UV' }));
      await page.getByRole('button', { name: `Actions for ${p.name}` }).click();
      return (await page.getByRole('menuitem', { name: item }).getAttribute('aria-disabled')) !== 'true';
    };
    assert.ok(await offers('Send verification mail'));
    await call(page, token, 'PUT', `${at}/status`, { status: 'AC', reason: 'CHECKED_BY_PHONE' });
    assert.ok(!(await offers('Send verification mail')));
    assert.ok(await offers('View portal as this freelancer'));
    await call(page, token, 'PUT', at, { email: `new-${p.email}` });
    assert.ok(await offers('Send verification mail'));
    await page.goto(`/users/freelancers/${p.id}`);
    await dialog(page).getByText(`New e-mail new-${p.email} is not confirmed yet`).waitFor();
    await call(page, token, 'PUT', `${at}/status`, { status: 'DE', reason: 'OWN_REQUEST' });
    assert.ok(!(await offers('View portal as this freelancer')));
  });

  for (const size of [desk, phone]) {
    scenario(`people of one name are told apart by their address, ${size.width} px`, { as: 'csm', size }, async (page, token) => {
      const { email, lastName } = await newFreelancer(page, token);
      await page.goto(listOf(lastName));
      await page.getByRole('main').getByText(email).waitFor();
    });
  }

  scenario('the overview hides what is sensitive until it is asked for', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token, { mobileNumber: '+46701234567', salutation: 'MS', academicTitle: 'Dr.' });
    await page.goto(`/users/freelancers/${p.id}/overview`);
    await dialog(page).getByText(`Ms Dr. ${p.name}`).waitFor();
    assert.equal(await dialog(page).getByText('+46701234567').count(), 0);
    const before = await call(page, token, 'GET', `/api/history/freelancer/${p.id}`);
    await dialog(page).getByRole('button', { name: 'Show contact data' }).click();
    await dialog(page).getByText('+46701234567').waitFor();
    const after = await call(page, token, 'GET', `/api/history/freelancer/${p.id}`);
    assert.ok(after.totalResults > before.totalResults, 'the reading is noted');
    await axe(page, 'overview');
  });

  scenario('two records of one person become one', { as: 'csm' }, async (page, token) => {
    const linkedinHandle = `merge-${Date.now()}`;
    const other = await newFreelancer(page, token, { linkedinHandle, mobileNumber: '+46709999999' });
    const p = await newFreelancer(page, token, { linkedinHandle, force: true });
    await page.goto(listOf(p.lastName));
    await choose(page, p.name, 'Merge');
    const email = dialog(page).getByRole('row', { name: /^E-mail/ });
    await email.getByLabel(other.email).check();
    await axe(page, 'merge');
    await dialog(page).getByRole('button', { name: 'Merge' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const now = await call(page, token, 'GET', `/api/freelancer/${p.id}`);
    assert.deepEqual([now.email, now.mobileNumber], [other.email, '+46709999999']);
    assert.equal((await call(page, token, 'GET', `/api/freelancer/${other.id}`)).userStatus, 'DL');
  });

  scenario('a freelancer is bound to a client and set free again', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token);
    await page.goto(`/users/freelancers/${p.id}/binding`);
    await dialog(page).getByText('Not bound').waitFor();
    const client = dialog(page).getByRole('combobox', { name: 'Client' });
    await client.click();
    await client.fill('Meridian Re');
    await page.getByRole('option', { name: 'Meridian Re' }).first().click();
    await dialog(page).getByRole('button', { name: 'Bind', exact: true }).click();
    await dialog(page).getByRole('listitem').filter({ hasText: 'Meridian Re' }).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/freelancer/${p.id}`)).boundClient.clientName, 'Meridian Re');
    await axe(page, 'binding');
  });

  scenario('everything that is kept is fetched as an archive', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token);
    await page.goto(listOf(p.lastName));
    await choose(page, p.name, 'Export data');
    await dialog(page).getByLabel(/^Reason/).fill('Asked by mail');
    await dialog(page).getByRole('button', { name: 'Export data' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      dialog(page).getByRole('button', { name: 'Download archive' }).click({ timeout: 30_000 }),
    ]);
    assert.match(download.suggestedFilename(), new RegExp(`^freelancer-${p.handle}\\.zip$`));
  });
});
