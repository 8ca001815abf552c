// Two people edit one record, each in a browser of their own, and a browser is closed in the middle of a form: nothing is lost.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { axe, beside, call, openProfile, scenario, signIn, status } from '../browser.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const as = 'csm';
const word = () => freshTitle('Both').replace(/\d/g, digit => 'abcdefghij'[digit]).replace(/\W/g, '');

const newFreelancer = (page, token) => {
  const lastName = word();
  const body = { firstName: 'Noor', lastName, email: `${lastName}@people.example`.toLowerCase(), sendVerification: false };
  return call(page, token, 'POST', '/api/freelancer', body);
};

const newMsp = (page, token) => {
  const name = word();
  return call(page, token, 'POST', '/api/msp', { name, email: `${name}@provider.example`.toLowerCase() });
};

const newApplication = async (page, token) => {
  const [project, freelancer] = [await newProject(page, token), await newFreelancer(page, token)];
  return call(page, token, 'POST', '/api/projectApplication', { projectId: project.id, freelancerId: freelancer.id, talentRate: 80 });
};

/**
 * What is edited: how one is made, its call, its form, and three fields with their labels. The first person changes `mine`
 * and `both`, the second `theirs` and `both`.
 */
const records = [
  {
    name: 'a project', make: newProject, path: '/api/project', form: id => `/projects/list/${id}`, create: '/projects/list/create',
    mine: ['siteCity', 'City'], theirs: ['sitePostalCode', 'Postal code'], both: ['title', 'Title'],
  },
  {
    name: 'an application', make: newApplication, path: '/api/projectApplication', form: id => `/projects/applications/${id}/edit`, create: '/projects/applications/create',
    mine: ['hoursPerWeek', 'Hours per week', [31, 32]], theirs: ['talentRate', 'Talent rate', [81, 82]], both: ['message', 'Message'],
  },
  {
    name: 'a freelancer', make: newFreelancer, path: '/api/freelancer', form: id => `/users/freelancers/${id}/details`, create: '/users/freelancers/create',
    mine: ['academicTitle', 'Academic title'], theirs: ['description', 'Description'], both: ['firstName', 'First name', ['Noora', 'Nura']],
  },
  {
    name: 'an MSP', make: newMsp, path: '/api/msp', form: id => `/users/msp/${id}`, create: '/users/msp/create',
    mine: ['legalName', 'Legal name'], theirs: ['contactLastName', 'Contact’s last name', ['Ng', 'Wu']], both: ['name', 'Name'],
  },
];

const input = (page, [, label]) => dialog(page).getByLabel(new RegExp(`^${label}([\\s*]|$)`)).first();
const value = ([, , values = ['Mine', 'Theirs']], side) => values[side];
const type = (page, field, side) => input(page, field).fill(String(value(field, side)));
const save = async (page, count) => dialog(page).getByRole('button', { name: `Save ${count} change${count > 1 ? 's' : ''}` }).click();
const picked = (record, { mine, theirs, both }) => [mine, theirs, both].map(([name]) => record[name]);

const open = async (page, kind, id) => {
  await page.goto(kind.form(id));
  await input(page, kind.both).waitFor();
};

describe('two people', () => {
  for (const kind of records) {
    const { mine, theirs, both } = kind;
    scenario(`of ${kind.name} change the same field: only this one is asked about`, { as, errors: [status(409)] }, async (page, token) => {
      const { id } = await kind.make(page, token);
      const other = await beside('all');
      try {
        await Promise.all([open(page, kind, id), open(other, kind, id)]);
        await type(page, mine, 0);
        await type(page, both, 0);
        await type(other, theirs, 1);
        await type(other, both, 1);
        await save(other, 2);
        await input(other, both).waitFor({ state: 'detached' });
        await save(page, 2);
        const merge = page.getByRole('dialog', { name: 'Changed by somebody else' });
        await merge.getByRole('rowheader').first().waitFor();
        assert.deepEqual((await merge.getByRole('rowheader').allInnerTexts()).map(text => text.split('\n')[0]), [both[1]]);
        await axe(page, `the merge of ${kind.name}`);
        await merge.getByRole('radio', { name: String(value(both, 0)), exact: true }).check({ force: true });
        await merge.getByRole('button', { name: 'Save the merged version' }).click();
        await merge.waitFor({ state: 'detached' });
        await input(page, both).waitFor({ state: 'detached' });
        const stored = await call(page, token, 'GET', `${kind.path}/${id}`);
        assert.deepEqual(picked(stored, kind), [value(mine, 0), value(theirs, 1), value(both, 0)]);
      } finally {
        await other.context().close();
      }
    });

    scenario(`of ${kind.name} change different fields: nobody is asked anything`, { as, errors: [status(409)] }, async (page, token) => {
      const { id } = await kind.make(page, token);
      const other = await beside('all');
      try {
        await Promise.all([open(page, kind, id), open(other, kind, id)]);
        await type(page, mine, 0);
        await type(other, theirs, 1);
        await save(other, 1);
        await input(other, both).waitFor({ state: 'detached' });
        await save(page, 1);
        await input(page, both).waitFor({ state: 'detached' });
        const stored = await call(page, token, 'GET', `${kind.path}/${id}`);
        assert.deepEqual(picked(stored, kind).slice(0, 2), [value(mine, 0), value(theirs, 1)]);
      } finally {
        await other.context().close();
      }
    });
  }
});

const saveView = async (page, name) => {
  await page.getByPlaceholder('Title contains').fill(name);
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await dialog(page).getByLabel(/^Name of the view/).fill(name);
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('link', { name }).waitFor();
};

describe('two windows of one person', () => {
  scenario('save views of one list: neither is lost', { as, at: '/projects/list' }, async (page, token) => {
    const key = '/api/preference/list.project';
    const before = await call(page, token, 'GET', key);
    const other = await beside(as);
    const names = [freshTitle('Here'), freshTitle('There')];
    try {
      await other.goto('/projects/list');
      await Promise.all([page, other].map(each => each.locator('tbody tr').nth(9).waitFor()));
      await saveView(page, names[0]);
      await saveView(other, names[1]);
      for (const name of names) await other.getByRole('link', { name }).waitFor();
      await page.reload();
      for (const name of names) await page.getByRole('link', { name }).waitFor();
    } finally {
      await other.context().close();
      await call(page, token, 'PUT', key, before);
    }
  });
});

describe('a browser closed in the middle of a form', () => {
  for (const kind of records) {
    const { mine, theirs, both } = kind;
    scenario(`of ${kind.name} shows what was typed when it is opened again, and meets what others did`, { as }, async (page, token) => {
      const { id } = await kind.make(page, token);
      const folder = mkdtempSync(join(tmpdir(), 'poolkeeper-profile-'));
      let window;
      try {
        window = await openProfile(folder);
        await signIn(window, as);
        await window.goto(kind.create);
        await type(window, both, 0);
        await open(window, kind, id);
        await type(window, mine, 0);
        await window.reload();
        assert.equal(await input(window, mine).inputValue(), String(value(mine, 0)), 'after a reload');
        await type(window, both, 0);
        await window.context().close();

        await call(page, token, 'PUT', `${kind.path}/${id}`, { [theirs[0]]: value(theirs, 1) });

        window = await openProfile(folder);
        await signIn(window, as);
        await open(window, kind, id);
        await dialog(window).getByText('Your unsaved changes are back.', { exact: false }).waitFor();
        assert.equal(await input(window, both).inputValue(), value(both, 0));
        await save(window, 2);
        await input(window, both).waitFor({ state: 'detached' });
        const stored = await call(page, token, 'GET', `${kind.path}/${id}`);
        assert.deepEqual(picked(stored, kind), [value(mine, 0), value(theirs, 1), value(both, 0)]);

        await window.goto(kind.create);
        await dialog(window).getByText('Your unsaved changes are back.', { exact: false }).waitFor();
        assert.equal(await input(window, both).inputValue(), value(both, 0), 'a new record too');
      } finally {
        await window?.context().close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
