// The work of a CSM as a person does it, with its clicks, and its seconds, which are printed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { awaitStatusCall, newFreelancer } from '../applications.mjs';
import { call, scenario, status } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const as = 'csm';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const failed = 'Send failed: can be sent again';

/** Counts the clicks and the keys of whoever sits before the page, across the pages of a story. */
const counting = page =>
  page.addInitScript(() => {
    const count = (event, name) =>
      addEventListener(event, ({ isTrusted }) => isTrusted && sessionStorage.setItem(name, 1 + Number(sessionStorage.getItem(name))), true);
    count('pointerdown', 'clicks');
    count('keydown', 'keys');
  });

/**
 * Runs a story on a page and prints what it took. The clicks are a limit; the seconds are what it should take on a quiet machine.
 * @param {import('playwright-core').Page} page
 * @param {{name: string, at: string, seconds: number, clicks: number}} story where it begins, and how much it may take
 * @param {() => Promise<void>} act
 */
const story = async (page, { name, at, seconds, clicks }, act) => {
  await counting(page);
  await page.goto(at);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => sessionStorage.clear());
  const begun = Date.now();
  await act();
  const took = (Date.now() - begun) / 1000;
  const counted = await page.evaluate(() => [Number(sessionStorage.getItem('clicks')), Number(sessionStorage.getItem('keys'))]);
  console.log(`${name}: ${counted[0]} clicks, ${counted[1]} keys, ${took.toFixed(1)} s of ${seconds}`);
  assert.ok(counted[0] <= clicks, `${name} took ${counted[0]} clicks, may take ${clicks}`);
};

/** Confirms that a candidate is sent though the VMS says that it has them already. */
const sendAllTheSame = async page => {
  await page.getByRole('checkbox', { name: 'Do it all the same' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again', disabled: false }).focus();
  const [answer] = await Promise.all([awaitStatusCall(page), page.keyboard.press('Enter')]);
  assert.equal(answer.status(), 200);
};

/** Types as a person does, key by key. */
const types = (page, text) => page.keyboard.type(text, { delay: 30 });

describe('stories of a CSM', () => {
  scenario('a person is found by phone, as the number is said', { as }, async (page, token) => {
    const number = `1${String(process.pid).padStart(7, '0')}`;
    const person = await newFreelancer(page, token, { mobileNumber: `+4917${number}` });
    await story(page, { name: 'find by phone', at: '/dashboard', seconds: 4, clicks: 0 }, async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor();
      await types(page, `017${number}`);
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('option', { name: new RegExp(person.name) }).waitFor();
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('heading', { name: person.name }).waitFor();
    });
  });

  scenario('a project leads to five compared applications', { as }, async (page, token) => {
    const must = freshTitle('Thatching');
    const project = await newProject(page, token, { skills: [must], rateMax: 100 });
    const consent = { kinds: ['dataProcessing', 'pool'], givenAt: '2026-01-02T10:00:00.000Z', channel: 'PHONE', note: 'said so' };
    for (let n = 0; n < 6; n += 1) {
      const { id } = await newFreelancer(page, token, { skills: [must], hourRate: 70 + n, currency: project.currency });
      await call(page, token, 'POST', `/api/freelancer/${id}/consent`, consent);
    }
    await story(page, { name: 'project to five compared applications', at: '/projects/list', seconds: 60, clicks: 11 }, async () => {
      await page.getByPlaceholder('Title contains').click();
      await types(page, project.title);
      await page.getByRole('link', { name: project.title, exact: true }).click();
      await dialog(page).getByRole('tab', { name: 'Shortlist' }).click();
      const rows = dialog(page).locator('tbody tr');
      await rows.nth(5).waitFor();
      for (let n = 0; n < 5; n += 1) await rows.nth(n).getByRole('checkbox').click();
      await dialog(page).getByRole('button', { name: 'Create 5 applications' }).click();
      await dialog(page).getByRole('button', { name: 'Create 5 applications' }).click();
      await dialog(page).getByRole('link', { name: /Compare/ }).click();
      await dialog(page).getByRole('link', { name: /^Quinn/ }).nth(4).waitFor();
    });
  });

  scenario('why deliveries failed is read without a click', { as }, async page => {
    const rows = page.getByRole('list', { name: failed }).locator('[data-row]');
    await story(page, { name: 'why did it fail', at: '/dashboard', seconds: 4, clicks: 0 }, async () => {
      await rows.first().waitFor();
      assert.match(await rows.first().innerText(), /VMS|HTTP|refused/, 'the reason');
    });
  });

  scenario('twenty failed deliveries are worked off by keyboard', { as, errors: [status(409)] }, async page => {
    const row = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
    await story(page, { name: 'work off 20 failed deliveries', at: '/dashboard', seconds: 60, clicks: 0 }, async () => {
      await page.getByRole('list', { name: failed }).locator('[data-row]').first().waitFor();
      await page.getByRole('button', { name: new RegExp(`^${failed}`) }).focus();
      await page.keyboard.press('j');
      for (let n = 0; n < 20; n += 1) {
        const sent = await row();
        const [answer] = await Promise.all([awaitStatusCall(page), page.keyboard.press('s')]);
        if (answer.status() === 409) await sendAllTheSame(page);
        await page.waitForFunction(last => ![null, undefined, last].includes(document.activeElement?.getAttribute('data-row')), sent);
      }
    });
  });

  scenario('a note with a reminder is written in five clicks', { as }, async (page, token) => {
    const person = await newFreelancer(page, token);
    await story(page, { name: 'note with reminder', at: `/users/freelancers/${person.id}`, seconds: 10, clicks: 5 }, async () => {
      await dialog(page).getByRole('tab', { name: /^Notes/ }).click();
      await page.getByRole('textbox', { name: 'New note' }).click();
      await types(page, 'Call about the rate');
      await page.getByRole('checkbox', { name: 'Make it a task' }).click();
      await page.getByRole('button', { name: 'Tomorrow' }).click();
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('list', { name: 'Notes' }).getByText(/^Due /).waitFor();
    });
  });

  scenario('500 people come in from a workbook that another program has saved', { as, minutes: 5 }, async (page, token) => {
    const buffer = await readFile(join(import.meta.dirname, '..', 'files', 'openpyxl.xlsx'));
    const found = async () => (await call(page, token, 'GET', '/api/freelancer?name=Vermittelt&limit=1')).totalResults;
    const job = page.getByRole('dialog', { name: 'Import of Freelancers' });
    await story(page, { name: 'import of 500 people', at: '/users/freelancers', seconds: 180, clicks: 4 }, async () => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog(page).locator('input[type=file]').setInputFiles({ name: 'Kandidaten.xlsx', mimeType: xlsx, buffer });
      await dialog(page).getByText('Kandidaten.xlsx, 500 rows').waitFor();
      assert.equal(await dialog(page).getByLabel('Column Postleitzahl').inputValue(), 'homeAddress.postalCode');
      assert.equal(await dialog(page).getByLabel('Column Interne Notiz').inputValue(), '');
      await dialog(page).getByRole('button', { name: 'Preview' }).click();
      await dialog(page).getByRole('button', { name: 'Import 500 rows' }).click();
      await job.getByText('Completed', { exact: true }).waitFor();
    });
    assert.equal(await found(), 500);
    const { results } = await call(page, token, 'GET', '/api/freelancer?name=Vermittelt+0007&limit=1');
    const person = await call(page, token, 'GET', `/api/freelancer/${results[0].id}`);
    assert.deepEqual([person.homeAddress.postalCode, person.homeAddress.country, person.availabilityFrom], ['01067', 'DE', '2031-01-08']);
    await job.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alertdialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo of “Import of Freelancers”' }).getByText('Undone', { exact: true }).waitFor();
    assert.equal(await found(), 0);
  });
});
