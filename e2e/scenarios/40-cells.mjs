// Cells of a list: edited where one reads, gone through by arrows, and copied as a table.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, call, scenario } from '../browser.mjs';
import { dialog, find, freshTitle, newProject, rowOf } from '../projects.mjs';

const as = 'csm';
const at = '/projects/list';

/** The cell of a row under a heading. */
const cellOf = async (page, row, heading) => {
  const heads = await page.getByRole('columnheader').allInnerTexts();
  return row.locator('> *:visible').nth(heads.findIndex(head => head.trim() === heading));
};

/** Opens the list at one new project. */
const openAt = async (page, token, fields) => {
  const project = await newProject(page, token, fields);
  await page.goto(at);
  await find(page, project.title);
  await page.evaluate(() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done))));
  await page.locator('.list > p[role=status]').waitFor({ state: 'attached' });
  return { project, row: rowOf(page, project.title) };
};

describe('cells of the project list', () => {
  scenario('are edited by a double click and taken back', { as }, async (page, token) => {
    const { project, row } = await openAt(page, token, { positions: 2 });
    const cell = await cellOf(page, row, 'Positions');
    await cell.dblclick();
    await cell.getByRole('textbox').fill('4');
    await axe(page, 'a cell that is edited');
    await page.keyboard.press('Enter');
    await page.getByText(`“${project.title}” was saved`).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).positions, 4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It was undone').waitFor();
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).positions, 2);
  });

  scenario('are edited one after the other by keyboard alone', { as }, async (page, token) => {
    const { project } = await openAt(page, token, { positions: 2 });
    const title = freshTitle('Renamed');
    await page.keyboard.press('Escape');
    await page.locator('body').click({ position: { x: 5, y: 400 } }).catch(() => {});
    await page.getByRole('link', { name: project.title, exact: true }).focus();
    await page.keyboard.press('e');
    await page.locator('.cell-edit').getByRole('textbox').waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press('Tab');
    await rowOf(page, title).waitFor();
    await page.locator('.cell-edit').locator('input, select').first().waitFor(); // of the next cell
    await page.keyboard.press('Escape');
    await page.locator('.cell-edit').waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).title, title);
  });

  scenario('ask whose value shall stand when somebody else has changed it meanwhile', { as, errors: [/409/] }, async (page, token) => {
    const { project, row } = await openAt(page, token, { positions: 2 });
    const cell = await cellOf(page, row, 'Positions');
    await cell.dblclick();
    await cell.getByRole('textbox').fill('5');
    await call(page, token, 'PUT', `/api/project/${project.id}`, { positions: 7 });
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('radio', { name: '5' }).check();
    await dialog(page).getByRole('button', { name: 'Save the merged version' }).click();
    await page.getByText(`“${project.title}” was saved`).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/project/${project.id}`)).positions, 5);
  });

  scenario('say why they cannot be edited, and are copied as they are shown', { as, at }, async page => {
    await page.getByRole('row').nth(2).waitFor();
    await page.locator('.list > p[role=status]').waitFor({ state: 'attached' });
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => {
      document.addEventListener('copy', event => (window.copiedText = event.clipboardData.getData('text/plain')));
    });
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 × 2 cells selected').waitFor({ state: 'attached' });
    await axe(page, 'selected cells');
    await page.keyboard.press('Control+c');
    await page.getByText('4 cells copied').waitFor({ state: 'attached' });
    const lines = (await page.evaluate(() => window.copiedText)).split('\n').map(line => line.split('\t'));
    assert.deepEqual(lines.map(line => line.length), [2, 2]);
  });
});
