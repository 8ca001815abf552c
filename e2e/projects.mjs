// Projects for scenarios to work on: each makes its own, so that none depends on another.
import { call } from './browser.mjs';

let count = 0;

/** A title that no other scenario uses. */
export const freshTitle = word => `${word} ${process.pid}-${++count}`;

/** Makes a project through the call the panel uses. */
export const newProject = async (page, token, fields = {}) => {
  const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=50');
  const dataObj = { title: freshTitle('Stonemason'), clientId: clients[0].id, positions: 2, ...fields };
  const made = await call(page, token, 'POST', '/napi/create/project', { dataObj });
  return made.project ?? made;
};

/** Sets a status through the call the panel uses. */
export const setStatus = (page, token, id, status, reason) =>
  call(page, token, 'POST', '/api/project/changeStatus', { id, status, ...(reason && { reason }) });

/** The row of the list that shows the title. */
export const rowOf = (page, title) => page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** Filters the list until only the title is left. */
export const find = async (page, title) => {
  await page.getByPlaceholder('Title contains').fill(title);
  await rowOf(page, title).waitFor();
};

/** The dialog on top. */
export const dialog = page => page.locator('[role=dialog], [role=alertdialog]').last();
