// A CSM reads a person's page: what matters first, then everything in order, and edits it in the same place.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { newApplication } from '../applications.mjs';
import { axe, call, fits, inBothThemes, phone, scenario } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

/** Somebody with an application, a note and a task. */
const newPerson = async (page, token) => {
  const project = await newProject(page, token);
  const application = await newApplication(page, token, project);
  const id = application.freelancerId;
  const lastName = freshTitle('Ekberg').replace(/\W/g, '');
  const fields = { lastName, mobileNumber: '+46701234567', skills: ['Java', 'Kafka'], languages: [{ code: 'en', level: 'C1' }] };
  const person = await call(page, token, 'PUT', `/api/freelancer/${id}`, fields);
  const beside = { entity: 'freelancer', entityId: id };
  await call(page, token, 'POST', '/api/note', { ...beside, text: 'Prefers mornings' });
  await call(page, token, 'POST', '/api/note', { ...beside, text: 'Agree on full time', dueOn: '2026-01-31' });
  return { ...person, project };
};

const listOf = name => `/users/freelancers?filter=${encodeURIComponent(JSON.stringify({ name }))}`;

describe('a person', () => {
  scenario('a CSM reads a person\u2019s page: overview, timeline and mails, and edits it in the same place', { as: 'csm' }, async (page, token) => {
    const person = await newPerson(page, token);
    await page.goto(listOf(person.lastName));
    await page.getByRole('row').filter({ hasText: person.email }).getByText(person.email).click(); // anywhere in the row
    await dialog(page).getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    assert.equal(await dialog(page).getByRole('link', { name: '+46701234567' }).getAttribute('href'), 'tel:+46701234567');
    assert.equal(await dialog(page).getByRole('link', { name: person.email }).getAttribute('href'), `mailto:${person.email}`);
    await dialog(page).getByText('English C1').waitFor();
    await dialog(page).getByRole('region', { name: 'Next steps' }).getByRole('checkbox', { name: /Agree on full time/ }).waitFor();
    await dialog(page).getByRole('region', { name: 'Applications in flight' }).getByRole('link', { name: person.project.title }).waitFor();
    await dialog(page).getByRole('region', { name: 'Latest' }).getByText('Prefers mornings').waitFor();
    await inBothThemes(page, theme => axe(page, `overview of a person, ${theme}`));

    await dialog(page).getByRole('tab', { name: 'Timeline' }).click();
    const events = dialog(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await events.filter({ hasText: 'created the application' }).first().waitFor();
    await axe(page, 'timeline');
    await dialog(page).getByRole('checkbox', { name: 'Notes' }).click();
    await events.filter({ hasText: 'created the application' }).first().waitFor({ state: 'detached' });
    await events.filter({ hasText: 'Prefers mornings' }).waitFor();
    await dialog(page).getByRole('tab', { name: 'Files' }).click();
    await axe(page, 'files of a person');

    await dialog(page).getByRole('tab', { name: 'Details' }).click();
    await dialog(page).getByLabel(/^Academic title/).fill('Dr.');
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Open' }).click();
    await dialog(page).getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  });

  scenario('a person\u2019s page is read by keyboard alone', { as: 'csm' }, async (page, token) => {
    const person = await newPerson(page, token);
    await page.goto(listOf(person.lastName));
    await page.getByRole('link', { name: person.name }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const overview = dialog(page).getByRole('tab', { name: 'Overview' });
    await overview.waitFor();
    await overview.focus();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await page.keyboard.press('Home');
    await dialog(page).getByRole('region', { name: 'Next steps' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  scenario('the palette offers over a person what can be done with that person, with the same dialog', { as: 'csm' }, async (page, token) => {
    const person = await newPerson(page, token);
    await page.goto(`/users/freelancers/${person.id}`);
    await dialog(page).getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill('change status');
    await palette.getByRole('option', { name: new RegExp(`^Change status.*${person.name}`) }).waitFor();
    await axe(page, 'palette over a person');
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await dialog(page).getByRole('radio', { name: /Inactive/ }).waitFor();
  });

  scenario('a person\u2019s page fits a telephone', { as: 'csm', size: phone }, async (page, token) => {
    const person = await newPerson(page, token);
    for (const [tab, text] of [['', 'Agree on full time'], ['/timeline', 'Prefers mornings'], ['/files', 'No application names a file yet']]) {
      await page.goto(`/users/freelancers/${person.id}${tab}`);
      await dialog(page).getByText(text).first().waitFor();
      await fits(page);
      await axe(page, `a person on a telephone${tab}`);
    }
  });
});
