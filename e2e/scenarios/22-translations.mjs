// The content manager's texts: a grid of keys and languages that is worked through by keyboard, and seen by everybody at once.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { axe, fits, picture, pictureInBothThemes, product, scenario, signIn, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';

const at = '/content/translations';
const grid = page => page.getByRole('grid', { name: 'Texts' });
const field = (page, language, key) => page.getByRole('textbox', { name: `${language} text of ${key}` });
const row = (page, key) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });

/** The texts of a key as the service has them, by locale. */
const textsOf = async (page, token, key) => {
  const filter = encodeURIComponent(JSON.stringify({ messageKey: { _eq: key } }));
  const answer = await page.request.get(`/items/d_translation_keys?limit=-1&filter=${filter}`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(answer.status(), 200);
  return Object.fromEntries((await answer.json()).data.map(text => [text.locale, text]));
};

const add = async (page, token, texts) => {
  const answer = await page.request.post('/items/d_translation_keys', { data: texts, headers: { Authorization: `Bearer ${token}` } });
  const isThere = answer.status() === 409 && (await answer.json()).code === 'DUPLICATE'; // from a first try
  assert.ok(answer.status() === 200 || isThere, await answer.text());
};

const english = (messageKey, messageValue) => ({ locale: 'en', messageKey, messageValue });

/** Waits until the service knows a key as one that nothing uses. */
const untilUnused = (page, token, key) =>
  until('the key to be known', 60, async () => {
    const answer = await page.request.get('/api/translation/trash?unused=true', { headers: { Authorization: `Bearer ${token}` } });
    return (await answer.json()).results.some(({ messageKey }) => messageKey === key);
  });

describe('the grid of texts', () => {
  scenario('is worked through without a mouse: cells saved, the next open one found', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.keys.one', 'First %{name}'), english('e2e.keys.two', 'Second')]);
    await page.goto(`${at}?text=e2e.keys&state=MISSING&locales=de,fr`);
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await field(page, 'German', 'e2e.keys.one').waitFor();
    await page.keyboard.type('Erster');
    await page.keyboard.press('Control+Enter');
    await page.getByText('{name} is missing.').waitFor();
    await page.keyboard.type(' %{name}');
    await page.keyboard.press('Control+Enter');
    await field(page, 'French', 'e2e.keys.one').waitFor();
    await page.keyboard.type('Premier %{name}');
    await page.keyboard.press('Control+Enter');
    await field(page, 'German', 'e2e.keys.two').waitFor();
    await page.keyboard.type('Zweiter');
    await page.keyboard.press('Control+Shift+Enter');
    assert.equal(await field(page, 'German', 'e2e.keys.two').inputValue(), 'Zweiter', 'one stays');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await field(page, 'French', 'e2e.keys.two').waitFor();
    await page.keyboard.type('Deuxième');
    await page.keyboard.press('Control+Enter');
    await page.getByText('4 texts saved.').waitFor();
    const [one, two] = [await textsOf(page, token, 'e2e.keys.one'), await textsOf(page, token, 'e2e.keys.two')];
    assert.equal(one.de.messageValue, 'Erster %{name}');
    assert.equal(one.fr.messageValue, 'Premier %{name}');
    assert.deepEqual([two.de.messageValue, two.fr.messageValue, two.fr.state], ['Zweiter', 'Deuxième', 'TRANSLATED']);
    assert.equal(one.en.messageValue, 'First %{name}', 'what was not touched was not sent');
  });

  scenario('shows a saved text in a panel that is open elsewhere', { as: 'content', at: `${at}?text=menu.projectList&locales=de` }, async (page, token) => {
    const elsewhere = await page.context().browser().newContext({ baseURL: product.url, locale: 'en' });
    const other = await elsewhere.newPage();
    await signIn(other, 'csm');
    await other.goto('/projects/list');
    const entry = name => other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await entry('Project list').waitFor();
    const write = async text => {
      await row(page, 'menu.projectList').getByRole('gridcell').first().click();
      await field(page, 'English', 'menu.projectList').fill(text);
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByText('1 text saved.').waitFor();
      await page.keyboard.press('Escape');
    };
    await write('Every assignment');
    await entry('Every assignment').waitFor();
    assert.equal((await textsOf(page, token, 'menu.projectList')).de.state, 'STALE');
    await row(page, 'menu.projectList').getByText('Source changed').waitFor();
    await write('Project list');
    await entry('Project list').waitFor();
    await elsewhere.close();
  });

  scenario('says before a text is saved which clients will see it, and which have one of their own', { as: 'content' }, async (page, token) => {
    const key = 'menu.dashboard';
    const headers = { Authorization: `Bearer ${token}` };
    const concerned = async () => (await (await page.request.get(`/api/translation/usage?messageKey=${key}&locale=de`, { headers })).json()).clients;
    const [own] = await concerned();
    const made = await page.request.post('/items/d_translation_client_keys', { data: { client: own.id, locale: 'de', messageKey: key, messageValue: 'Übersicht' }, headers });
    assert.equal(made.status(), 200, await made.text());
    await until('the text of the client', 60, async () => (await concerned()).some(({ id, overrides }) => id === own.id && overrides.includes('de')));
    const names = (await concerned()).filter(({ inherits }) => inherits.length > 0).map(({ name }) => name);
    assert.ok(names.length > 1, 'most clients have no text of their own');
    await page.goto(`${at}?text=${key}&locales=de`);
    await row(page, key).getByRole('gridcell').nth(1).click();
    await field(page, 'German', key).waitFor();
    await page.getByText(`${names.length} clients see this change: ${names.join(', ')}`).waitFor();
    await page.getByText(`1 client has its own text: ${own.name}`).waitFor();
    await axe(page, 'whom a change reaches');
    await picture(page, 'texts-reach');
    await page.request.delete(`/items/d_translation_client_keys/${(await made.json()).data.id}`, { headers });
  });

  scenario('leads from a text to the pages that show it', { as: 'content' }, async page => {
    await page.clock.install();
    await page.goto('/pools/list');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    const reported = page.waitForResponse(answer => answer.url().endsWith('/api/translation/seen'));
    await page.clock.fastForward('00:16');
    assert.equal((await reported).status(), 204);
    await page.clock.resume();
    await page.goto(`${at}?text=menu.dashboard&locales=de`);
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await field(page, 'German', 'menu.dashboard').waitFor();
    await page.getByRole('link', { name: '/pools/list', exact: true }).click();
    await page.waitForURL('**/pools/list');
  });

  scenario('hears of a text that a panel lacked, and on which page, until it has one', { as: 'content' }, async (page, token) => {
    const key = 'menu.projectList';
    const headers = { Authorization: `Bearer ${token}` };
    const coverage = async () => (await (await page.request.get('/api/translation/coverage', { headers })).json()).results;
    await add(page, token, [english('e2e.seen', 'Seen'), { ...english('e2e.seen', 'Vu'), locale: 'fr' }]);
    await until('French to be a language of the product', 60, async () => (await coverage()).some(({ locale }) => locale === 'fr'));
    const abroad = await page.context().browser().newContext({ baseURL: product.url, locale: 'fr' });
    await abroad.addCookies([{ name: 'locale', value: 'fr', url: product.url }]);
    const other = await abroad.newPage();
    await signIn(other, 'csm');
    const told = other.waitForResponse(answer => answer.url().endsWith('/api/translation/missing') && answer.status() === 204);
    await other.goto('/projects/list');
    await told;
    await abroad.close();
    await page.goto(`${at}?state=SEEN&locale=fr&locales=fr&text=${key}`);
    await row(page, key).getByText(/Seen \d+ times? on (\S+, )*\/projects\/list/).waitFor();
    await axe(page, 'what panels lacked');
    await picture(page, 'texts-seen');
    await row(page, key).getByRole('gridcell').nth(1).click();
    await field(page, 'French', key).fill('Liste des projets');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 text saved.').waitFor();
    const queue = async () => (await (await page.request.get('/api/translation/missing?locale=fr&limit=1000', { headers })).json()).results;
    await until('the text to be out of the queue', 60, async () => (await queue()).every(({ messageKey }) => messageKey !== key));
    await page.reload();
    await page.getByText('No key matches.').waitFor();
    await page.request.delete(`/items/d_translation_keys/${(await textsOf(page, token, key)).fr.id}`, { headers });
  });

  scenario('lets a text be edited where it stands, by a click or by keys, and shows it in every open panel', { as: 'content', at: '/dashboard' }, async page => {
    const elsewhere = await page.context().browser().newContext({ baseURL: product.url, locale: 'en' });
    const other = await elsewhere.newPage();
    await signIn(other, 'csm');
    await other.goto('/dashboard');
    const entry = (panel, name) => panel.getByRole('navigation', { name: /^Main/ }).getByRole('link', { name });
    await entry(other, 'Dashboard').waitFor();
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('switch', { name: 'Edit texts in place' }).click();
    const bar = page.getByRole('region', { name: /^Edit texts in place/ });
    await bar.waitFor();
    await page.getByRole('heading', { name: /^Dashboard/ }).click();
    const popup = page.getByRole('dialog', { name: /^Edit menu\.dashboard/ });
    await popup.getByRole('textbox', { name: /^English text of menu\.dashboard/ }).waitFor();
    await popup.getByText(/clients? see this change/).waitFor();
    await axe(page, 'a text in place');
    await pictureInBothThemes(page, 'texts-in-place');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    const edit = async text => {
      await page.keyboard.press('F2');
      const texts = page.getByRole('dialog', { name: /^Texts here/ });
      await texts.getByRole('searchbox').fill('menu.dashboard');
      await texts.getByRole('button', { name: /menu\.dashboard/ }).focus();
      await page.keyboard.press('Enter');
      await popup.getByRole('textbox', { name: /^English text of/ }).fill(text);
      await page.keyboard.press('Control+Enter');
      await popup.waitFor({ state: 'detached' });
    };
    await edit('Overview');
    await entry(other, 'Overview').waitFor();
    await page.getByRole('heading', { name: /^Overview/ }).waitFor();
    await edit('Dashboard');
    await entry(other, 'Dashboard').waitFor();
    await elsewhere.close();
    await bar.getByRole('button', { name: /^Done/ }).click();
    await bar.waitFor({ state: 'detached' });
    await entry(page, 'Translations').click();
    await page.getByRole('heading', { name: /^Translations/ }).waitFor();
  });

  scenario('finds the keys that nothing is known to use', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.unused', 'Never shown')]);
    await untilUnused(page, token, 'e2e.unused');
    await page.goto(`${at}?state=UNUSED`);
    await row(page, 'e2e.unused').waitFor();
    await page.getByText('no record names them').waitFor();
    assert.equal(await row(page, 'menu.dashboard').count(), 0, 'what the product comes with is used');
    await axe(page, 'unused keys');
    await picture(page, 'texts-unused');
  });

  scenario('moves keys that nothing uses to the trash, and puts one or all of them back', { as: 'content' }, async (page, token) => {
    const keys = ['e2e.bin.one', 'e2e.bin.two', 'e2e.bin.three'];
    await add(page, token, [...keys.map(key => english(key, `Text of ${key}`)), { ...english(keys[0], 'Eins'), locale: 'de' }]);
    for (const key of keys) await untilUnused(page, token, key);
    await page.goto(`${at}?state=UNUSED&text=e2e.bin`);
    await row(page, keys[2]).waitFor();
    await page.getByRole('button', { name: 'Move 3 keys to the trash' }).click();
    const question = page.getByRole('alertdialog', { name: 'Trash' });
    await question.getByText('They can be put back for 30 days.').waitFor();
    await axe(page, 'the way to the trash');
    await question.getByRole('button', { name: 'Move 3 keys to the trash' }).click();
    await page.getByText('3 keys moved to the trash.').waitFor();
    await page.getByText('No key matches.').waitFor();
    assert.deepEqual(await textsOf(page, token, keys[0]), {});
    await page.getByRole('button', { name: 'Trash', exact: true }).click();
    const trash = page.getByRole('dialog', { name: 'Trash' });
    const lineOf = key => trash.getByRole('listitem').filter({ hasText: key });
    await lineOf(keys[0]).getByText(/^de, removed by \w/).waitFor();
    await lineOf(keys[0]).getByText('Eins').waitFor();
    await axe(page, 'the trash');
    await picture(page, 'texts-trash');
    await trash.getByRole('checkbox', { name: keys[0] }).check();
    await trash.getByRole('button', { name: 'Put back 1 key' }).click();
    await page.getByText('1 key put back.').waitFor();
    await lineOf(keys[0]).waitFor({ state: 'detached' });
    const back = await textsOf(page, token, keys[0]);
    assert.deepEqual([back.en.messageValue, back.de.messageValue], [`Text of ${keys[0]}`, 'Eins']);
    for (const key of keys.slice(1)) await trash.getByRole('checkbox', { name: key }).check();
    await trash.getByRole('button', { name: 'Put back 2 keys' }).click();
    await page.getByText('2 keys put back.').waitFor();
    await trash.getByRole('button', { name: 'Close' }).last().click();
    for (const key of keys) await row(page, key).waitFor();
  });

  scenario('keeps what the service did not take through a reload, and sends it once it answers', { as: 'content', errors: [/Failed to load resource: net::ERR_FAILED/] }, async (page, token) => {
    await add(page, token, [english('e2e.lost', 'Lost and found')]);
    await page.goto(`${at}?text=e2e.lost&locales=de`);
    const cut = route => (['POST', 'PATCH'].includes(route.request().method()) ? route.abort() : route.continue());
    await page.route('**/items/**', cut);
    await row(page, 'e2e.lost').getByRole('gridcell').nth(1).click();
    await field(page, 'German', 'e2e.lost').fill('Fundsachen');
    await page.keyboard.press('Control+Enter');
    await row(page, 'e2e.lost').getByText('Not saved').waitFor();
    await page.reload();
    await row(page, 'e2e.lost').getByText('Fundsachen').waitFor();
    await row(page, 'e2e.lost').getByText('Not saved').waitFor();
    await page.unroute('**/items/**', cut);
    await row(page, 'e2e.lost').getByText('Saved', { exact: true }).waitFor();
    assert.equal((await textsOf(page, token, 'e2e.lost')).de.messageValue, 'Fundsachen');
  });

  scenario('shows what somebody else wrote meanwhile, and takes it', { as: 'content', errors: [status(409), /net::ERR_FAILED/] }, async (page, token) => {
    await add(page, token, [english('e2e.both', 'Both'), { ...english('e2e.both', 'Beide'), locale: 'de' }]);
    await page.goto(`${at}?text=e2e.both&locales=de`);
    const cell = row(page, 'e2e.both').getByRole('gridcell').nth(1);
    await cell.getByText('Beide').waitFor();
    await page.route('**/napi/localize**', route => route.abort()); // the panel does not hear of the change
    await page.route(/\/items\/.*_gt/, route => route.abort());
    const { de } = await textsOf(page, token, 'e2e.both');
    await page.request.patch(`/items/d_translation_keys/${de.id}`, { data: { messageValue: 'Alle beide' }, headers: { Authorization: `Bearer ${token}` } });
    await cell.click();
    await field(page, 'German', 'e2e.both').fill('Zwei');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('Alle beide').waitFor();
    await page.getByRole('button', { name: 'Take this text' }).click();
    await cell.getByText('Alle beide').waitFor();
  });

  scenario('cannot be written by somebody who may only read it', { as: 'csm', at: `${at}?text=menu.dashboard&locales=de` }, async page => {
    await row(page, 'menu.dashboard').getByRole('gridcell').first().click();
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('textbox', { name: /text of/ }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New key' }).count(), 0);
  });

  scenario('leads from the start page and from a bar to exactly what is left to do', { as: 'content', at: '/dashboard' }, async (page, token) => {
    await add(page, token, [english('e2e.left', 'Left over'), { ...english('e2e.left', 'Restant'), locale: 'fr' }]);
    const bar = page.getByRole('region', { name: 'Coverage' }).getByRole('button', { name: /^French/ });
    await page.reload();
    await page.getByRole('region', { name: 'Missing texts' }).getByRole('link', { name: 'Français' }).click();
    await page.waitForURL('**/content/translations?**');
    const missing = Number(/([\d,.]+) missing/.exec(await bar.innerText())[1].replace(/\D/g, ''));
    await page.getByText(new RegExp(`^${missing.toLocaleString('en')} of [\\d,]+ keys$`)).waitFor();
    await page.getByRole('region', { name: 'Coverage' }).getByRole('button', { name: /^German/ }).click();
    await page.waitForURL(/locale=de/);
  });

  scenario('asks for every form of a text, by numbers that take it', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.forms', '%{smart_count} row |||| %{smart_count} rows')]);
    await page.goto(`${at}?text=e2e.forms&locales=pl`);
    await row(page, 'e2e.forms').getByRole('gridcell').nth(1).click();
    const name = 'Polish text of e2e.forms';
    for (const [form, text] of [['one: 1', 'wiersz'], ['few: 2, 3, 4', 'wiersze'], ['many: 0, 5, 6', 'wierszy'], ['other: fractions', 'wiersza']]) {
      await page.getByRole('textbox', { name: `${name}, ${form}`, exact: true }).fill(`%{smart_count} ${text}`);
    }
    await axe(page, 'the forms of a text');
    await picture(page, 'texts-forms');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 text saved.').waitFor();
    const { pl } = await textsOf(page, token, 'e2e.forms');
    assert.equal(pl.messageValue, '%{smart_count} wiersz |||| %{smart_count} wiersze |||| %{smart_count} wierszy |||| %{smart_count} wiersza');
  });

  scenario('tells how a text became what it is, and takes a change back', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.past', 'First words')]);
    await page.goto(`${at}?text=e2e.past&locales=de`);
    const cell = row(page, 'e2e.past').getByRole('gridcell').first();
    await cell.click();
    await field(page, 'English', 'e2e.past').fill('Second words');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 text saved.').waitFor();
    await page.getByRole('button', { name: 'History' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'History of e2e.past' });
    await dialog.getByText('First words').first().waitFor();
    await axe(page, 'the history of a text');
    await picture(page, 'texts-history');
    await dialog.getByRole('button', { name: 'Take back' }).first().click();
    await page.getByRole('button', { name: 'Take back 1 change' }).click();
    await page.getByText('1 change taken back.').waitFor();
    assert.equal((await textsOf(page, token, 'e2e.past')).en.messageValue, 'First words');
  });

  scenario('gives a client another language, and says what is missing in it', { as: 'content' }, async (page, token) => {
    const { results } = await (await page.request.get('/api/client?size=50', { headers: { Authorization: `Bearer ${token}` } })).json();
    const client = results.at(-1);
    const languages = async () => {
      const answer = await page.request.get(`/items/d_client/${client.id}?fields=languages.iso&deep={"languages":{"_sort":["sort"]}}`, { headers: { Authorization: `Bearer ${token}` } });
      return (await answer.json()).data.languages.map(({ iso }) => iso);
    };
    const before = await languages();
    await page.goto(`${at}?client=${client.id}&text=menu.dashboard`);
    await page.getByRole('button', { name: "Client's languages" }).click();
    const dialog = page.getByRole('dialog', { name: "Client's languages" });
    await dialog.getByRole('combobox', { name: 'Add a language' }).selectOption('nl');
    await dialog.getByRole('button', { name: 'Dutch earlier' }).waitFor();
    await axe(page, 'the languages of a client');
    await picture(page, 'texts-languages');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await languages(), [...before, 'nl']);
    const bar = page.getByRole('region', { name: 'Coverage' }).getByRole('button', { name: /^Dutch/ });
    await bar.waitFor();
    await page.request.patch(`/items/d_client/${client.id}`, { data: { languages: before }, headers: { Authorization: `Bearer ${token}` } });
  });

  scenario('flags what the checks find, which is set aside with a reason until somebody takes it back', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.found', 'Newsletter'), { ...english('e2e.found', 'Newsletter'), locale: 'de' }]);
    await page.goto(`${at}?text=e2e.found&locales=de&state=FINDING`);
    const cell = row(page, 'e2e.found').getByRole('gridcell').nth(1);
    await cell.getByText('Same as the source').waitFor();
    await cell.click();
    await field(page, 'German', 'e2e.found').waitFor();
    await page.getByRole('button', { name: 'Set aside' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('German has no other word.');
    await axe(page, 'a finding');
    await picture(page, 'texts-finding');
    await page.getByRole('button', { name: 'Set finding aside' }).click();
    await page.getByText('No key matches.').waitFor();
    await page.getByRole('button', { name: 'Show 1 set aside' }).click();
    const dialog = page.getByRole('dialog', { name: 'Findings set aside' });
    await dialog.getByText(/German has no other word\./).waitFor();
    await axe(page, 'the findings that are set aside');
    await picture(page, 'texts-aside');
    await dialog.getByRole('button', { name: 'Show it again' }).click();
    await dialog.getByText('Nothing is set aside.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await cell.getByText('Same as the source').waitFor();
  });

  scenario('lists the texts of one language with their numbers, and edits them there', { as: 'content' }, async (page, token) => {
    await add(page, token, [english('e2e.listed', 'Listed'), { ...english('e2e.listed', 'Gelistet'), locale: 'de' }]);
    const { de } = await textsOf(page, token, 'e2e.listed');
    await page.goto(`${at}?text=e2e.listed&locales=de`);
    await page.getByRole('button', { name: 'One language as a list' }).click();
    await row(page, 'e2e.listed').getByText('Gelistet').waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['ID', 'Language', 'Key', 'Text', 'Actions']);
    const cells = row(page, 'e2e.listed').getByRole('gridcell');
    assert.deepEqual((await cells.allInnerTexts()).slice(0, 3), [String(de.id), 'de', 'Gelistet']);
    await row(page, 'e2e.listed').getByRole('button', { name: 'Edit e2e.listed' }).click();
    await field(page, 'German', 'e2e.listed').fill('Aufgelistet');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 text saved.').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'e2e.listed').getByRole('button', { name: 'History of e2e.listed' }).click();
    await page.getByRole('dialog', { name: 'History of e2e.listed' }).getByText('Aufgelistet').waitFor();
  });

  for (const size of sizes) {
    scenario(`texts: ${sizeName(size)}`, { as: 'content', size, at: `${at}?text=error.` }, async page => {
      await row(page, 'error.badRequest').waitFor();
      await fits(page);
      await axe(page, 'the grid');
      await row(page, 'error.badToken').getByRole('gridcell').first().click();
      await page.getByRole('textbox', { name: /text of/ }).waitFor();
      await axe(page, 'a field');
      await pictureInBothThemes(page, `texts-${size.width}`);
      await page.keyboard.press('Escape');
      await page.goto(`${at}?text=error.&view=list&locales=de`);
      await row(page, 'error.badRequest').waitFor();
      await fits(page);
      await axe(page, 'the list');
      await picture(page, `texts-list-${size.width}`);
    });
  }
});
