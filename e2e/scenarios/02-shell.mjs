import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { phone, product, scenario, status } from '../browser.mjs';

describe('the shell', () => {
  for (const [account, address] of [['tech', '/projects/list'], ['content', '/projects/list'], ['csm', '/no/such/place']]) {
    scenario(`${account} finds nothing at ${address}`, { as: account, at: address }, async page => {
      await page.getByText('404').first().waitFor();
      await page.getByText('This page could not be found').first().waitFor();
      await page.getByRole('link', { name: 'Dashboard' }).last().click();
      await page.waitForURL('**/dashboard');
    });
  }

  scenario('the start leads to the dashboard', { as: 'csm', at: '/' }, async page => {
    await page.waitForURL('**/dashboard');
  });

  scenario('an ordinary screen has header, sidebar and content, of which only the content scrolls', { as: 'csm', at: '/projects/list' }, async page => {
    const heading = page.getByRole('main').getByRole('heading', { name: 'Projects', level: 1 });
    await heading.waitFor();
    const parts = { header: page.getByRole('banner'), sidebar: page.getByRole('navigation', { name: 'Main' }) };
    const places = async () => Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part.boundingBox()])));
    const before = await places();
    const content = await page.getByRole('main').boundingBox();
    assert.ok(before.header.y === 0 && before.header.width === 1280, 'the header spans the screen');
    assert.ok(before.sidebar.x === 0 && content.x >= before.sidebar.width, 'the content stands beside the sidebar');
    assert.equal(await page.title(), 'Project list · Poolkeeper');
    await page.getByRole('main').hover();
    await page.mouse.wheel(0, 400);
    assert.deepEqual(await places(), before);
  });

  scenario('the group of the present place is marked', { as: 'csm', at: '/projects/list' }, async page => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project list' });
    await link.waitFor();
    assert.equal(await link.getAttribute('aria-current'), 'page');
  });

  scenario('the theme is remembered in a cookie and drawn before anything else', { as: 'csm', at: '/dashboard' }, async page => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), 'light');
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    assert.equal(await theme(), 'dark');
    const cookies = await page.context().cookies();
    assert.equal(cookies.find(cookie => cookie.name === 'darkTheme')?.value, 'true');
    const html = await (await page.request.get('/dashboard', { headers: { Accept: 'text/html' } })).text();
    assert.match(html, /<html[^>]* data-theme="dark"/);
    await page.reload();
    assert.equal(await theme(), 'dark');
  });

  scenario('the language changes at once and stays', { as: 'config', at: '/dashboard' }, async page => {
    await page.getByRole('button', { name: /user menu of/ }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === 'de');
    await page.getByRole('button', { name: /^../ }).last().waitFor();
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  });

  scenario('going offline says so, coming back takes it away', { as: 'csm', at: '/projects/list', errors: [/ERR_INTERNET_DISCONNECTED/] }, async page => {
    await page.getByRole('row').nth(1).waitFor();
    const notice = page.getByText(/You are offline\. What is loaded stays readable/);
    await page.context().setOffline(true);
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
  });

  scenario('a record asked for offline opens once the connection is back', { as: 'csm', at: '/projects/list', errors: [/ERR_INTERNET_DISCONNECTED/] }, async page => {
    const link = page.getByRole('row').nth(1).getByRole('link');
    const title = await link.innerText();
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('FormDialog')));
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await link.click();
    await page.getByRole('dialog').getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog', { name: title }).getByRole('tab', { name: 'Details' }).waitFor();
  });

  scenario('the palette jumps to a screen', { as: 'csm', at: '/dashboard' }, async page => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search records, screens and commands' }).fill('project list');
    await page.getByRole('option', { name: /Project list/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/list**');
  });

  scenario('the palette takes what is typed before it has loaded', { as: 'csm' }, async page => {
    let load = () => {};
    const held = new Promise(done => (load = done));
    await page.route(/assets\/Palette.*\.js/, async route => (await held, await route.continue()));
    await page.goto('/projects/list');
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dashb'); // an s would change a status, if the list got it
    load();
    await page.keyboard.type('oard');
    await page.getByRole('option', { name: /Dashboard/, selected: true }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Search records, screens and commands' }).inputValue(), 'dashboard');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  scenario('the palette finds a record and gives the focus back', { as: 'csm', at: '/projects/list' }, async (page, token) => {
    const { results } = await (await page.request.get('/api/project?limit=1', { headers: { Authorization: `Bearer ${token}` } })).json();
    await page.getByRole('row').nth(1).waitFor();
    const open = page.getByRole('banner').getByRole('button', { name: /Search records or jump to a screen/ });
    await open.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await open.evaluate(button => button === document.activeElement), 'the focus is where it was');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search records, screens and commands' }).fill(results[0].handle);
    await page.getByRole('option', { name: new RegExp(results[0].title.slice(0, 12).replace(/[^\w ]/g, '.')), selected: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/list/${results[0].id}**`);
    await page.getByRole('dialog', { name: results[0].title }).waitFor();
  });

  scenario('the palette keeps the focus until Escape', { as: 'csm', at: '/dashboard' }, async page => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Search records, screens and commands' });
    await input.waitFor();
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      assert.ok(await input.evaluate(each => each.closest('[role=dialog]').contains(document.activeElement)), `after ${key}`);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  scenario('a chunk that cannot be loaded leads to one reload, then to the error page', { as: 'csm', errors: [status(404), /./] }, async page => {
    let loads = 0;
    page.on('framenavigated', () => (loads += 1));
    await page.route(/assets\/Dashboard.*\.js/, route => route.abort());
    await page.goto('/dashboard');
    await page.getByText('500').first().waitFor();
    assert.equal(loads, 2);
  });

  scenario('a failing list says so in place and can be tried again', { as: 'csm', errors: [status(503)] }, async page => {
    const down = { status: 503, json: { status: 503, code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: 'r-1' } };
    await page.route('**/api/project?**', route => route.fulfill(down)); // what the page asks early is asked again once
    await page.goto('/projects/list');
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.unroute('**/api/project?**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('row').nth(1).waitFor();
  });

  scenario('on a telephone the sidebar is a sheet', { as: 'csm', at: '/dashboard', size: phone }, async page => {
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Project list' }).click();
    await page.waitForURL('**/projects/list**');
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  scenario('the first Tab offers to skip to the content', { as: 'csm', at: '/dashboard' }, async page => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  });

  scenario('the content policy forbids what it should', { as: 'csm' }, async page => {
    const answer = await page.goto('/dashboard');
    const policy = answer.headers()['content-security-policy'];
    assert.match(policy, /script-src 'self'/);
    assert.doesNotMatch(policy, /unsafe-eval|(script|style)-src [^;]*unsafe-inline/);
    assert.equal(new URL(page.url()).origin, product.url);
  });
});
