// Every screen and dialog, in both themes and both sizes: nothing for axe to say, nothing sticking out.
import { describe } from 'node:test';
import { axe, axeNow, call, desk, fits, scenario, settled, sizeName, sizes, status } from '../browser.mjs';
import { newProject } from '../projects.mjs';

const listed = page => page.getByRole('heading', { name: 'Projects' }).first().waitFor();
const opened = page => page.getByRole('dialog').last().waitFor();

const rowOf = page => page.getByRole('button', { name: /^Actions for/ }).first().waitFor();
const tabbed = name => async page => (await opened(page), await page.getByRole('tab', { name, selected: true }).waitFor());

/** What is looked at: an address, what must be there, and what is opened over it. */
const places = {
  'sign-in': { at: '/auth/login', as: undefined, ready: page => page.getByRole('button', { name: 'Sign in' }).waitFor() },
  dashboard: { at: '/dashboard', ready: page => page.getByRole('heading', { level: 1 }).waitFor() },
  'UI guidelines': { at: '/uiguidelines', ready: page => page.getByRole('heading', { name: 'UI guidelines' }).waitFor() },
  'not found': { at: '/nowhere', ready: page => page.getByText('404').first().waitFor() },
  'project list': { at: '/projects/list', ready: listed },
  'empty list': { at: '/projects/list?filter=%7B%22title%22%3A%22no%20such%20thing%22%7D', ready: page => page.getByText(/No project matches/i).first().waitFor() },
  'new project': { at: '/projects/list/create', ready: opened },
  'edit project': { at: id => `/projects/list/${id}`, ready: opened },
  'project history': { at: id => `/projects/list/${id}/history`, ready: page => page.getByText(/created the project/i).first().waitFor() },
  'MSPs of a project': { at: id => `/projects/list/${id}/msps`, ready: opened },
  'missing record': { at: '/projects/list/999999999', errors: [status(404)], ready: page => page.getByText('This record does not exist').waitFor() },
  'deleted projects': { at: '/projects/list?filter=%7B%22deleted%22%3Atrue%7D', ready: page => page.getByText(/^1–\d+ of/).waitFor() },
  'new client': { at: '/platform/clients/create', ready: opened },
  'audit entry': {
    at: '/platform/audit',
    ready: async page => {
      await rowOf(page);
      await settled(page);
      await page.getByRole('link', { name: 'Signed in' }).first().click();
      await page.getByRole('dialog').getByText('Request id').waitFor();
      await page.getByRole('dialog').getByRole('insertion').filter({ hasText: 'Signed in' }).waitFor(); // the outcome, in words
    },
  },
  'status dialog': {
    at: '/projects/list',
    ready: async page => {
      await listed(page);
      await page.getByRole('button', { name: /^Actions for/ }).first().click();
      await page.getByRole('menuitem', { name: /^Change status/ }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' });
    },
  },
  'delete dialog': {
    at: '/projects/list',
    ready: async page => {
      await listed(page);
      await page.getByRole('button', { name: /^Actions for/ }).first().click();
      await page.getByRole('menuitem', { name: /^Delete/ }).click();
      await opened(page);
    },
  },
  'row menu': {
    at: '/projects/list',
    ready: async page => {
      await listed(page);
      await page.getByRole('button', { name: /^Actions for/ }).first().click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  'export dialog': { at: '/projects/list', ready: async page => (await listed(page), await page.keyboard.press('Shift+E'), await opened(page)) },
  'key help': { at: '/projects/list', ready: async page => (await listed(page), await page.keyboard.press('?'), await opened(page)) },
  'project applications': { at: '/projects/list/252/applications', ready: tabbed(/^Applications/) },
  'assigned MSPs': { at: '/projects/list/252/msps', ready: tabbed(/^MSPs/) },
  'column chooser': {
    at: '/projects/list',
    isWide: true, // a telephone has no columns to choose
    ready: async page => (await rowOf(page), await page.getByRole('button', { name: 'Columns' }).click(), await opened(page)),
  },
  client: { at: '/platform/clients/2', ready: opened },
  'new legal entity': { at: '/platform/legal-entities/create', ready: opened },
  freelancer: { at: '/users/freelancers/1', ready: opened },
  'freelancer at a glance': { at: '/users/freelancers/1/overview', ready: opened },
  'new freelancer': { at: '/users/freelancers/create', ready: opened },
  'bound client': { at: '/users/freelancers/244/binding', ready: opened },
  impersonation: { at: '/users/freelancers/1/impersonate', ready: opened },
  settings: { at: '/platform/settings', ready: page => page.getByRole('textbox', { name: 'Address of the portal' }).waitFor() },
  'command palette': { at: '/dashboard', ready: async page => (await page.getByRole('heading', { level: 1 }).waitFor(), await page.keyboard.press('Control+k'), await page.getByRole('dialog').getByRole('option').first().waitFor()) },
  'user menu': { at: '/dashboard', ready: async page => (await page.getByRole('button', { name: /user menu of/ }).click(), await opened(page)) },
  'change password': {
    at: '/dashboard',
    ready: async page => {
      await page.getByRole('button', { name: /user menu of/ }).click();
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('dialog', { name: 'Change password' }).waitFor();
    },
  },
};

for (const [place, { at, as = 'all', ready, isWide, ...how }] of Object.entries(places)) {
  describe(place, () => {
    for (const size of sizes.filter(each => !isWide || each === desk)) {
      const account = 'as' in places[place] ? places[place].as : as;
      scenario(`${place}: ${sizeName(size)}`, { ...how, size, as: account }, async (page, token) => {
        const id = typeof at === 'function' ? (await newProject(page, token)).id : undefined;
        await page.goto(typeof at === 'function' ? at(id) : at);
        await ready(page);
        await axe(page, place);
        await fits(page);
      });
    }
  });
}

describe('while the answer is on its way', () => {
  const waiting = {
    dashboard: ['/dashboard', '**/api/dashboard'],
    'project list': ['/projects/list', '**/api/project?*'],
    client: ['/platform/clients/2', '**/api/client/2'],
    application: ['/projects/applications/1', '**/api/projectApplication/1'],
    'freelancer at a glance': ['/users/freelancers/1/overview', /\/api\/freelancer(\/1|\?)/], // the list may hold the record
  };
  for (const [place, [at, asked]] of Object.entries(waiting)) {
    for (const size of sizes) {
      scenario(`${place}: ${sizeName(size)}`, { size, as: 'all' }, async page => {
        let answer;
        const held = new Promise(done => (answer = done));
        await page.route(asked, async route => (await held, await route.continue()));
        await page.goto(at);
        await page.locator('.sk').filter({ visible: true }).first().waitFor();
        await axeNow(page, place);
        await fits(page);
        answer();
        await settled(page);
      });
    }
  }
});

describe('the generic screens of the declarations', () => {
  for (const size of sizes) {
    scenario(`every list of the metadata: ${sizeName(size)}`, { size, as: 'all' }, async (page, token) => {
      const { resources } = await call(page, token, 'GET', '/api/meta');
      for (const { route, name } of resources.filter(each => each.route)) {
        await page.goto(route);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText(/^\d+–\d+ of|^No results/).first().waitFor();
        await axe(page, name);
        await fits(page);
      }
    });
  }
});
