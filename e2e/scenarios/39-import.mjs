// Imports: people from a workbook that somebody else made, previewed, brought in and taken back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { axe, call, desk, fits, picture, scenario, sizeName, sizes } from '../browser.mjs';
import { dialog } from '../projects.mjs';
import { workbook } from '../workbook.mjs';

const as = 'csm';
const list = '/users/freelancers';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const limit = 180_000; // milliseconds from the click on "Import" to the end of the job
let count = 0;

const head = ['Vorname', 'Nachname', 'E-Mail', 'Mobil', 'Straße', 'PLZ', 'Ort', 'Land', 'Stundensatz', 'Verfügbar ab', 'Kenntnisse', 'Bemerkung intern'];

/** The sheet of an agency: a title above the headings, an empty row, and people under a word of their own. */
const people = (word, size) => {
  const rows = Array.from({ length: size }, (_, i) => [
    'Jörg', `${word}${'abcdefghij'[i % 10]}${i}`, `p${i}@${word.toLowerCase()}.example`, '', `Weg ${i}`, '01067', 'Dresden', 'Deutschland', 95.5,
    new Date(Date.UTC(2031, 0, 31)), 'Java; SAP', 'x',
  ]);
  return [['Unsere Leute'], head, [''], ...rows];
};

const fresh = () => `Imp${process.pid}x${++count}`;

/** Opens the import on the list and names a file. */
const choose = async (page, name, rows, path = list, button = 'Import') => {
  await page.goto(path);
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: xlsx, buffer: workbook(rows) });
  return dialog(page);
};

describe('an import of people', () => {
  scenario('brings 500 of a workbook in within three minutes, with a conflict and an error file, and takes them back', { as }, async (page, token) => {
    const word = fresh();
    const rows = people(word, 500);
    rows[5][2] = 'no address';
    rows[6][7] = 'Atlantis';
    rows[8][2] = rows[7][2]; // twice in the file
    await call(page, token, 'POST', '/api/freelancer', { firstName: 'Jörg', lastName: `${word}known`, email: rows[9][2], sendVerification: false });
    const begun = Date.now();
    const box = await choose(page, 'Leute.xlsx', rows);
    await box.getByText('Leute.xlsx, 500 rows').waitFor();
    assert.equal(await box.getByLabel('Column Bemerkung intern').inputValue(), '');
    assert.equal(await box.getByLabel('Column PLZ').inputValue(), 'homeAddress.postalCode');
    await box.getByRole('button', { name: 'Preview' }).click();
    await box.getByText('New: 496 · Exists: 1 · Refused: 3').waitFor();
    await box.getByLabel('Rows', { exact: true }).selectOption('REFUSED');
    await box.getByText('Country: ', { exact: false }).first().waitFor();
    await box.getByText('Row 8 is about the same record.').waitFor();
    await box.getByRole('button', { name: 'Import 496 rows' }).click();
    const job = page.getByRole('dialog', { name: 'Import of Freelancers' });
    await job.getByText('Completed', { exact: true }).waitFor();
    assert.ok(Date.now() - begun < limit, `it took ${Date.now() - begun} ms`);
    const [file] = await Promise.all([page.waitForEvent('download'), job.getByRole('button', { name: 'Save the faulty rows' }).click()]);
    const faulty = await readFile(await file.path(), 'utf8');
    assert.match(faulty, /Atlantis/);
    assert.equal(faulty.trim().split('\r\n').length, 4);
    const found = async () => (await call(page, token, 'GET', `/api/freelancer?name=${word}&limit=1`)).totalResults;
    assert.equal(await found(), 497);
    await job.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo this change?' });
    await question.getByText(/go(es)? back\./).waitFor();
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo of “Import of Freelancers”' }).getByText('Undone', { exact: true }).waitFor();
    assert.equal(await found(), 1);
  });

  for (const size of sizes)
    scenario(`is clean and fits at every step, ${sizeName(size)}`, { as, size }, async page => {
      const rows = people(fresh(), 4);
      rows[4][7] = 'Atlantis';
      const box = await choose(page, 'Leute.xlsx', rows);
      await box.getByRole('button', { name: 'Preview' }).waitFor();
      await axe(page, 'columns');
      await fits(page);
      await picture(page, `import-columns-${size.width}`);
      await box.getByRole('button', { name: 'Preview' }).click();
      await box.getByText('New: 3 · Refused: 1').waitFor();
      await axe(page, 'preview');
      await fits(page);
      await picture(page, `import-preview-${size.width}`);
      await box.getByRole('button', { name: 'Back' }).click();
      await box.getByRole('button', { name: 'Back' }).click();
      await box.getByText('Which file to import').waitFor();
      await axe(page, 'file');
    });

  scenario('speaks German', { as, locale: 'de', size: desk }, async page => {
    const rows = people(fresh(), 3);
    rows[4][7] = 'Atlantis';
    const box = await choose(page, 'Leute.xlsx', rows, list, 'Importieren');
    await box.getByRole('button', { name: 'Vorschau' }).click();
    await box.getByText('Neu: 2 · Abgelehnt: 1').waitFor();
    await picture(page, 'import-preview-de');
  });
});
