// What every dialog does with keys and focus, whichever it is: those of every row's menu and every form of the metadata are found
// by themselves, so that a new one is held to it too; those of screens of their own are named.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call, scenario, settled, status } from '../browser.mjs';

const top = page => page.locator('[role=dialog], [role=alertdialog]').last();

/** What is wrong with how the topmost dialog stands there: where it begins, how its buttons stand, what it says of locked ones and of required fields. */
const standing = page =>
  top(page).evaluate(frame => {
    const wrong = [];
    const body = frame.querySelector('.body') ?? frame;
    const usable = 'input:not([readonly], :disabled, [type=hidden], [aria-hidden=true]), select:not(:disabled), textarea:not([readonly], [aria-hidden=true]), [role=combobox]:not([aria-disabled=true], [readonly]), [contenteditable=true]';
    const isSeen = part => part.getClientRects().length > 0;
    const active = document.activeElement;
    if (!frame.contains(active)) wrong.push(`the focus is outside, at ${active?.outerHTML.slice(0, 80)}`);
    const first = [...body.querySelectorAll(usable)].find(isSeen);
    if (first && frame.contains(active) && !active.matches(`${usable}, [data-autofocus]`)) wrong.push(`the focus is not at ${first.outerHTML.slice(0, 80)} but ${active.outerHTML.slice(0, 60)}`);
    for (const button of frame.querySelectorAll('button[aria-disabled=true]:not([aria-busy=true]), button:disabled')) {
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      if (!button.matches('.btn')) continue; // arrows at the ends of a list
      if (!why?.textContent.trim() || why.getClientRects()[0]?.width < 2) wrong.push(`nothing in sight says why "${button.textContent}" is locked`);
    }
    const heights = new Set([...frame.querySelectorAll('.dlg-f > .btn')].map(button => Math.round(button.getBoundingClientRect().top)));
    if (heights.size > 1) wrong.push('the buttons of the footer stand in several rows');
    for (const input of frame.querySelectorAll('[aria-required=true], input:required, textarea:required')) {
      const label = frame.querySelector(`label[for="${CSS.escape(input.id)}"]`) ?? input.closest('fieldset, .field')?.querySelector('legend, label');
      if (!label?.textContent.includes('*')) wrong.push(`required, but not marked: ${label?.textContent}`);
    }
    return wrong;
  });

/** Which button Ctrl+Enter and Ctrl+S press; nothing is done by it. */
const pressed = (page, key) =>
  page.evaluate(() => {
    window.pressed = undefined;
    const stop = event => ((window.pressed = event.target.closest('button')?.textContent), event.preventDefault(), event.stopImmediatePropagation());
    addEventListener('click', stop, true);
    window.stopListening = () => removeEventListener('click', stop, true);
  }).then(() => page.keyboard.press(key)).then(() => page.evaluate(() => (window.stopListening(), window.pressed)));

const primary = page => top(page).evaluate(frame => [...frame.querySelectorAll('.dlg-f .btn:is(.primary, .danger)')].at(-1)?.textContent);

const isOpen = page => page.locator('[role=dialog], [role=alertdialog]').count();
const closed = page => page.waitForFunction(() => !document.querySelector('[role=dialog], [role=alertdialog]'));

/** The first line of the topmost dialog that one can type into. */
const line = page => top(page).locator('.body').locator('input:is([type=text], [type=email], [type=url], [type=tel], :not([type])):not([readonly], :disabled, [role=combobox], [aria-hidden=true], .typed-date input), textarea:not([readonly], [aria-hidden=true])').first();

/** Opens a dialog twice: clean, then dirty. Returns what is wrong with it. */
const faults = async (page, open) => {
  const wrong = [];
  await open();
  await settled(page);
  await page.waitForTimeout(0); // the focus moves when what came last is drawn
  wrong.push(...(await standing(page)));
  const submit = await primary(page);
  if (submit !== undefined) {
    for (const key of ['Control+Enter', 'Control+s']) {
      const got = await pressed(page, key);
      if (got !== submit) wrong.push(`${key} presses ${got}, not ${submit}`);
    }
  }
  await page.keyboard.press('Escape');
  if (await top(page).getByText(/^Discard/).count()) wrong.push('asks though nothing was changed');
  await closed(page).catch(() => wrong.push('Escape does not close it'));
  if (wrong.length > 0 && (await isOpen(page))) return wrong;
  await open();
  await settled(page);
  if ((await line(page).count()) === 0) {
    await page.keyboard.press('Escape');
    await closed(page);
    return wrong;
  }
  await line(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('7');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: /^(Discard|Leave)/ });
  if (!(await question.waitFor({ timeout: 5_000 }).then(() => true, () => false))) {
    wrong.push('loses what was typed without asking');
    return wrong;
  }
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: /^Discard/ }).click();
  await closed(page);
  return wrong;
};

/** What is wrong with each of these dialogs; what opens it goes to where that is first. */
const inspect = async (page, dialogs) => {
  const wrong = {};
  for (const [name, open] of Object.entries(dialogs)) {
    const found = await faults(page, open).catch(err => [err.message.split('\n').slice(0, 3).join(' ')]);
    if (found.length > 0) wrong[name] = found;
    if (await isOpen(page)) await page.goto('about:blank'); // what would not close must not stand before the next
  }
  assert.deepEqual(wrong, {});
};

const listed = page => page.getByText(/^\d+–\d+ of|^No results/).first().waitFor();
const goTo = async (page, at) => {
  if (new URL(page.url()).pathname !== at) await page.goto(at);
};

const rowMenu = async (page, route) => {
  await goTo(page, route);
  await listed(page);
  await page.getByRole('button', { name: /^Actions for/ }).first().click();
  await page.getByRole('menuitem').first().waitFor();
};

// What is done at once, or is a tab of the dialog of the first line.
const noDialog = /^(Copy link|History|Send verification mail)$/;

/** The dialogs that the menu of the first row opens. */
const ofRow = async (page, route) => {
  await page.goto(route);
  await listed(page);
  if ((await page.getByRole('button', { name: /^Actions for/ }).count()) === 0) return {};
  await rowMenu(page, route);
  const names = await page.locator('[role=menuitem]:not([aria-disabled=true])').evaluateAll(items => items.map(item => item.innerText.split('\n')[0]));
  await page.keyboard.press('Escape');
  const open = name => async () => {
    await rowMenu(page, route);
    await page.getByRole('menuitem', { name }).first().click();
    await top(page).waitFor();
  };
  return Object.fromEntries(names.filter(name => !noDialog.test(name) && !(name === 'Open' && route === '/projects/applications')) // which opens beside the list
    .map(name => [name, open(name)]));
};

const pressing = (page, at, ...names) => async () => {
  if (!page.url().endsWith(at)) await page.goto(at);
  for (const name of names) await page.getByRole(name.role ?? 'button', { name: name.name ?? name }).first().click();
  await top(page).waitFor();
};

const routes = [
  '/projects/list', '/projects/applications', '/users/freelancers', '/users/duplicates', '/users/erasures', '/users/msp', '/users/skills', '/pools/list', '/pools/members',
  '/pools/categories', '/questions/list', '/platform/clients', '/platform/legal-entities', '/platform/vms/connections',
  '/platform/vms/mappings', '/platform/vms/inbound', '/platform/vms/outbound', '/platform/vms/proposals', '/platform/vms/differences', '/users/admins', '/platform/mails',
  '/platform/notes', '/platform/audit',
];

describe('the keys of every dialog', () => {
  scenario('no list is left out', { as: 'all' }, async (page, token) => {
    const { resources } = await call(page, token, 'GET', '/api/meta');
    assert.deepEqual(routes, resources.filter(each => each.route).map(each => each.route));
  });

  for (const route of routes) {
    scenario(`of ${route}`, { as: 'all', errors: [status(409)] }, async (page, token) => {
      const { resources } = await call(page, token, 'GET', '/api/meta');
      const { name, can } = resources.find(each => each.route === route);
      const form = { create: async () => (await page.goto(`${route}/create`), await top(page).waitFor()) };
      const choose = async () => (await goTo(page, route), await listed(page), await page.locator('body').press('e'), await top(page).waitFor());
      const isMade = can.includes('create') && name !== 'note'; // a note is written beside its record
      await inspect(page, { ...(isMade && form), ...(await ofRow(page, route)), ...(can.includes('export') && { export: choose }) });
    });
  }

  const line = (role, name) => ({ role, name });
  const cron = '/platform/cronjobs';
  const more = /^More for project.closeExpired/;
  const screens = {
    'scheduled jobs': ['tech', page => ({
      run: pressing(page, cron, 'Run now: project.closeExpired'),
      schedule: pressing(page, cron, more, line('menuitem', 'Change schedule')),
      pause: pressing(page, cron, more, line('menuitem', /^Pause/)),
      runs: pressing(page, cron, more, line('menuitem', 'Runs')),
    })],
    staff: ['config', page => ({
      invite: async () => (await page.goto('/users/admins/new'), await top(page).waitFor()),
      account: async () => (await page.goto('/users/admins/2'), await top(page).waitFor()),
    })],
    translations: ['content', page => ({
      'new key': pressing(page, '/content/translations?text=menu.dashboard', 'New key'),
      languages: pressing(page, '/content/translations?client=2&text=menu.dashboard', "Client's languages"),
      history: pressing(page, '/content/translations?text=menu.dashboard', 'History'),
    })],
    indexes: ['all', page => ({
      document: async () => (await page.goto('/esearch/projects/252'), await top(page).waitFor()),
      'take out': pressing(page, '/esearch/projects', /^Take \d+ out of the index/),
    })],
    'one\'s own account': ['all', page => ({
      password: pressing(page, '/dashboard', /user menu of/, 'Change password'),
      keys: async () => (await goTo(page, '/projects/list'), await listed(page), await page.locator('body').press('?'), await top(page).waitFor()),
    })],
  };
  for (const [screen, [as, dialogs]] of Object.entries(screens)) {
    scenario(`of ${screen}`, { as }, page => inspect(page, dialogs(page)));
  }
});
