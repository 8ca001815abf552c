// What waits for a person: records that may be of one person, and requests for erasure.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, scenario } from '../browser.mjs';
import { dialog, freshTitle } from '../projects.mjs';

/** Somebody of a scenario's own. */
const newFreelancer = (page, token, fields = {}) => {
  const lastName = freshTitle('Kranich').replace(/\W/g, '');
  const body = { firstName: 'Ida', lastName, email: `${lastName}@people.example`.toLowerCase(), sendVerification: false, ...fields };
  return call(page, token, 'POST', '/api/freelancer', body);
};

/** Two records that share a profile, and the question about them. */
const newPair = async (page, token) => {
  const linkedinHandle = `pair-${Date.now()}`;
  const older = await newFreelancer(page, token, { linkedinHandle });
  const newer = await newFreelancer(page, token, { linkedinHandle, force: true });
  const { results } = await call(page, token, 'GET', '/api/freelancer/duplicate?limit=1&s=id:desc');
  assert.deepEqual([results[0].freelancerA, results[0].freelancerB], [older.id, newer.id]);
  return { older, newer, id: results[0].id };
};

const stateOf = async (page, token, { id }) => (await call(page, token, 'GET', `/api/freelancer/duplicate/${id}`)).state;
const next = { state: 'attached' };

describe('reviews', () => {
  scenario('two records are told to be two people, by keyboard alone, and asked about again', { as: 'csm' }, async (page, token) => {
    const pair = await newPair(page, token);
    await page.goto('/users/duplicates?sort=id&order=DESC');
    const link = page.getByRole('link', { name: pair.older.name });
    await link.waitFor();
    await axe(page, 'possible duplicates');
    await link.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Same LinkedIn profile', { exact: false }).waitFor();
    await dialog(page).getByRole('row', { name: /^E-mail/ }).waitFor();
    await axe(page, 'one person or two');
    await dialog(page).getByRole('button', { name: 'Two people' }).press('Enter');
    await page.getByText('Noted: two people').waitFor(next);
    assert.equal(await stateOf(page, token, pair), 'NOT_DUPLICATE');
    await page.goto(`/users/duplicates/${pair.id}`);
    await dialog(page).getByRole('button', { name: 'Review again' }).click();
    await page.getByText('The pair is to be reviewed again').waitFor(next);
    assert.equal(await stateOf(page, token, pair), 'OPEN');
  });

  scenario('two records are merged, the newer one stays, and the next pair follows', { as: 'csm' }, async (page, token) => {
    const pair = await newPair(page, token);
    await page.goto(`/users/duplicates/${pair.id}`);
    await dialog(page).getByRole('radio', { name: new RegExp(`${pair.newer.handle}`) }).first().check();
    await dialog(page).getByRole('button', { name: `Merge, keep ${pair.newer.handle}` }).click();
    await page.getByText('The records were merged').waitFor(next);
    await page.waitForURL(url => !url.pathname.endsWith(`/${pair.id}`));
    assert.equal(await stateOf(page, token, pair), 'MERGED');
    assert.equal((await call(page, token, 'GET', `/api/freelancer/${pair.older.id}`)).userStatus, 'DL');
    assert.equal((await call(page, token, 'GET', `/api/freelancer/${pair.newer.id}`)).userStatus, 'UV');
  });

  scenario('the overview tells whom somebody may be, and that it is somebody else', { as: 'csm' }, async (page, token) => {
    const pair = await newPair(page, token);
    await page.goto(`/users/freelancers/${pair.newer.id}/overview`);
    const twins = dialog(page).getByRole('region', { name: 'Possible duplicates' });
    await twins.getByText(pair.older.handle).waitFor();
    await axe(page, 'overview with a possible duplicate');
    await twins.getByRole('button', { name: 'Two people' }).click();
    await twins.waitFor({ state: 'detached' });
    assert.equal(await stateOf(page, token, pair), 'NOT_DUPLICATE');
  });

  scenario('a request for erasure is filed, checked and carried out', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token, { mobileNumber: '+46701234568' });
    await call(page, token, 'POST', `/api/freelancer/${p.id}/erase`, { reason: 'Asked by letter', dryRun: false });
    await page.goto('/users/erasures');
    await page.getByRole('link', { name: p.name }).click();
    await dialog(page).getByText('Asked by letter').waitFor();
    await dialog(page).getByText(`The record becomes “Deleted ${p.handle}”`, { exact: false }).waitFor();
    await axe(page, 'erasure request');
    await dialog(page).getByRole('button', { name: 'Start checking the identity' }).click();
    await dialog(page).getByRole('button', { name: 'Erase data now' }).click();
    await dialog(page).getByText('Completed').first().waitFor({ timeout: 30_000 });
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog(page).getByText('The data were erased on', { exact: false }).waitFor();
    const left = await call(page, token, 'GET', `/api/freelancer/${p.id}`);
    assert.deepEqual([left.name, left.mobileNumber], [`Deleted ${p.handle}`, '']);
  });

  scenario('a request for erasure is refused with a reason', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token);
    const { requestId } = await call(page, token, 'POST', `/api/freelancer/${p.id}/erase`, { reason: 'Asked by phone', dryRun: false });
    await page.goto(`/users/erasures/${requestId}`);
    await dialog(page).getByRole('button', { name: 'Refuse', exact: true }).click();
    await dialog(page).getByLabel(/^Why it is refused/).fill('It was somebody else');
    await dialog(page).getByRole('button', { name: 'Refuse request' }).click();
    await dialog(page).getByText('Refused', { exact: true }).waitFor();
    await dialog(page).getByText('It was somebody else').waitFor();
    assert.equal((await call(page, token, 'GET', `/api/erasure/${requestId}`)).state, 'REFUSED');
  });

  scenario('the MSP of a freelancer is looked up by its name', { as: 'csm' }, async (page, token) => {
    const p = await newFreelancer(page, token);
    const { results: [msp] } = await call(page, token, 'POST', '/api/dbSearch/msp', { filters: { state: 'AC' }, size: 1 });
    await page.goto(`/users/freelancers/${p.id}/details`);
    const picker = dialog(page).getByRole('combobox', { name: 'MSP' });
    await picker.click();
    await picker.fill(msp.name);
    await page.getByRole('option', { name: msp.name }).first().click();
    await page.keyboard.press('Control+Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const now = await call(page, token, 'GET', `/api/freelancer/${p.id}`);
    assert.deepEqual([now.mspId, now.mspName], [msp.id, msp.name]);
    await page.goto(`/users/freelancers?filter=${encodeURIComponent(JSON.stringify({ mspId: msp.id, name: p.lastName }))}`);
    await page.getByRole('link', { name: p.name }).waitFor();
    await page.getByRole('button', { name: new RegExp(`MSP ${msp.name}`) }).waitFor();
  });

  scenario('nobody else sees them', { as: 'tech', at: '/users/duplicates' }, async page => {
    await page.getByText('404').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Possible duplicates' }).count(), 0);
  });
});
