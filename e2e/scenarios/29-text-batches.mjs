// Many texts at once: exported, imported, replaced and reviewed, each after a look at what it changes, and with a way back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe } from 'node:test';
import { axe, beside, call, fits, pictureInBothThemes, scenario, signIn, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';

const at = '/content/translations';
const row = (page, key) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });
const dialogOf = (page, name) => page.getByRole('dialog', { name, exact: true });

/** Opens one of the dialogs by the menu of the screen. */
const open = async (page, name) => {
  await page.getByRole('button', { name: 'Actions for many texts' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const dialog = dialogOf(page, name);
  await dialog.waitFor();
  return dialog;
};

const send = (dialog, name, mimeType, text) => dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

/** Chooses a file, and waits until it has arrived: its name stands there while it is on its way too. */
const choose = async (dialog, name, mimeType, text) => {
  await send(dialog, name, mimeType, text);
  await dialog.getByRole('button', { name: `Take out ${name}` }).waitFor();
};

/** Takes back what was just done. */
const undoBatch = async (page, dialog, count) => {
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('alertdialog', { name: 'Take back' }).getByRole('button', { name: `Take back ${count}` }).click();
  await page.getByText(`${count} taken back.`).waitFor();
  await dialog.waitFor({ state: 'detached' });
};

const textsOf = async (page, token, collection, key) => {
  const filter = encodeURIComponent(JSON.stringify({ messageKey: { _eq: key } }));
  const { data } = await call(page, token, 'GET', `/items/${collection}?limit=-1&filter=${filter}`);
  return Object.fromEntries(data.map(text => [text.locale, text]));
};

const add = (page, token, texts) =>
  call(page, token, 'POST', '/items/d_translation_keys', texts.map(([locale, messageKey, messageValue]) => ({ locale, messageKey, messageValue })));

describe('a language of a client', () => {
  let reset = async () => {};
  after(() => reset());

  scenario('comes out as a file and in again, is checked, and shows for the people of that client', { as: 'content' }, async (page, token) => {
    const other = await beside('scoped');
    const theirs = await signIn(other, 'scoped');
    const client = (await call(other, theirs, 'GET', '/api/client?size=50')).results[0];
    const languages = await call(page, token, 'GET', `/items/d_client/${client.id}?fields=languages.iso&deep={"languages":{"_sort":["sort"]}}`);
    const before = languages.data.languages.map(({ iso }) => iso);
    reset = async () => {
      const again = await beside('content');
      await call(again, await signIn(again, 'content'), 'PATCH', `/items/d_client/${client.id}`, { languages: before });
      await again.context().close();
    };

    await page.goto(`${at}?client=${client.id}&text=menu.&locales=nl`);
    await page.getByRole('button', { name: "Client's languages" }).click();
    const order = dialogOf(page, "Client's languages");
    await order.getByRole('combobox', { name: 'Add a language' }).selectOption('nl');
    await order.getByRole('button', { name: 'Save' }).click();
    await order.waitFor({ state: 'detached' });

    const exporting = await open(page, 'Export');
    await exporting.getByText(`Set: ${client.name}`).waitFor();
    await exporting.getByRole('radio', { name: /^JSON/ }).check();
    await exporting.getByRole('checkbox', { name: 'English' }).uncheck();
    await axe(page, 'the export of texts');
    const [download] = await Promise.all([page.waitForEvent('download'), exporting.getByRole('button', { name: 'Export file' }).click()]);
    assert.match(download.suggestedFilename(), /^texts-.*\.json$/);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.deepEqual(Object.keys(file).sort(), ['@asOf', 'nl']);
    assert.equal(file.nl['menu.projectList'], '');
    assert.equal(file.nl['panel.texts.lacks'], undefined, 'the filter does not match it');

    Object.assign(file.nl, { 'menu.projectList': 'Opdrachten', 'panel.texts.lacks': 'Ontbreekt.', 'e2e.nobody': 'Niemand' });
    const importing = await open(page, 'Import');
    await choose(importing, 'nl.json', 'application/json', JSON.stringify(file));
    await importing.getByRole('button', { name: 'Preview' }).click();
    await importing.getByRole('tab', { name: /^Refused *2$/ }).waitFor();
    await importing.getByText('Missing: name.').waitFor();
    await importing.getByText('There is no such key.').waitFor();
    await importing.getByRole('tab', { name: /^New *1$/ }).click();
    await importing.getByText('Opdrachten').waitFor();
    await axe(page, 'the import of texts');
    await importing.getByRole('button', { name: 'Import 1 text' }).click();
    await importing.getByText('1 text changed.').waitFor();
    await axe(page, 'the end of an import');
    assert.equal((await textsOf(page, token, 'd_translation_client_keys', 'menu.projectList')).nl.messageValue, 'Opdrachten');

    await until('the language of the client', 60, async () => (await call(other, theirs, 'GET', `/api/userContext?client=${encodeURIComponent(client.name)}`)).clientLanguages.includes('nl'));
    await other.goto('/projects/list');
    await other.getByRole('button', { name: /user menu of/ }).click();
    await other.getByRole('combobox', { name: 'Language' }).selectOption('nl');
    await other.getByRole('link', { name: 'Opdrachten', exact: true }).waitFor();

    await undoBatch(page, importing, '1 change');
    await other.getByRole('link', { name: 'Project list', exact: true }).waitFor();
    await other.getByRole('combobox', { name: 'Language' }).selectOption('en');
    await other.waitForFunction(() => document.documentElement.lang === 'en');
    await other.context().close();
  });
});

describe('an import of texts', () => {
  scenario('shows what was changed meanwhile, and takes it only when somebody says so', { as: 'content' }, async (page, token) => {
    await add(page, token, [['en', 'e2e.meanwhile', 'Meanwhile'], ['de', 'e2e.meanwhile', 'Einstweilen']]);
    await page.goto(`${at}?text=e2e.meanwhile&locales=de`);
    const exporting = await open(page, 'Export');
    await exporting.getByRole('radio', { name: /^CSV/ }).check();
    const [download] = await Promise.all([page.waitForEvent('download'), exporting.getByRole('button', { name: 'Export file' }).click()]);
    const file = readFileSync(await download.path(), 'utf8');
    const { de } = await textsOf(page, token, 'd_translation_keys', 'e2e.meanwhile');
    await call(page, token, 'PATCH', `/items/d_translation_keys/${de.id}`, { messageValue: 'Unterdessen' });
    const importing = await open(page, 'Import');
    await choose(importing, 'texts.csv', 'text/csv', file.replace('Einstweilen', 'Inzwischen'));
    await importing.getByRole('button', { name: 'Preview' }).click();
    await importing.getByText(/changed it after the export/).waitFor();
    await importing.getByText('No text changes.').waitFor();
    await importing.getByRole('checkbox', { name: /^e2e.meanwhile/ }).check();
    await importing.getByRole('button', { name: 'Import 1 text' }).click();
    await importing.getByText('1 text changed.').waitFor();
    await importing.getByRole('button', { name: 'Close' }).last().click();
    await row(page, 'e2e.meanwhile').getByText('Inzwischen').waitFor();
  });

  scenario('replaces everything of a language when it is asked to, and gives it back', { as: 'content' }, async (page, token) => {
    const client = (await call(page, token, 'GET', '/api/client?size=50')).results.at(-1);
    const own = [['menu.projectList', 'Aufträge'], ['menu.poolList', 'Sammlungen']];
    await call(page, token, 'POST', '/items/d_translation_client_keys', own.map(([messageKey, messageValue]) => ({ client: client.id, locale: 'it', messageKey, messageValue })));
    await page.goto(`${at}?client=${client.id}&text=menu.p&locales=it`);
    const replacing = await open(page, 'Replace everything');
    await choose(replacing, 'it.csv', 'text/csv', 'messageKey,locale,messageValue\nmenu.projectList,it,Progetti\n');
    await replacing.getByRole('button', { name: 'Preview' }).click();
    await replacing.getByText('1 of them is removed.').waitFor();
    await replacing.getByRole('tab', { name: /^Removed *1$/ }).waitFor();
    await replacing.getByText('Sammlungen').waitFor();
    await axe(page, 'everything replaced');
    await replacing.getByRole('button', { name: 'Change 2 texts' }).click();
    await replacing.getByText('2 texts changed.').waitFor();
    assert.equal((await textsOf(page, token, 'd_translation_client_keys', 'menu.poolList')).it, undefined);
    await undoBatch(page, replacing, '2 changes');
    const back = await textsOf(page, token, 'd_translation_client_keys', 'menu.poolList');
    assert.equal(back.it.messageValue, 'Sammlungen');
    for (const key of own.map(([key]) => key)) await call(page, token, 'DELETE', `/items/d_translation_client_keys/${(await textsOf(page, token, 'd_translation_client_keys', key)).it.id}`);
  });

  scenario('says in which line a file cannot be read, or a text not be taken', { as: 'content', at: `${at}?text=menu.dashboard&locales=de`, errors: [status(415), status(422)] }, async page => {
    const importing = await open(page, 'Import');
    await send(importing, 'wrong.json', 'application/json', '{\n"de": {\n"menu.dashboard": "Tafel",\n}}');
    await importing.getByText(/line 4/).first().waitFor();
    await choose(importing, 'wrong.csv', 'text/csv', 'messageKey,locale,messageValue\nmenu.dashboard,de,\ne2e.nobody,de,Niemand\n');
    await importing.getByRole('button', { name: 'Preview' }).click();
    await importing.getByText('Line 3.').waitFor();
    await importing.getByText('There is no such key.').waitFor();
    await importing.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await importing.waitFor({ state: 'detached' });
  });
});

describe('what the filter matches', () => {
  scenario('has words replaced as the preview shows, without what was left out, and is taken back', { as: 'content' }, async (page, token) => {
    await add(page, token, [['en', 'e2e.swap.one', 'A pool of pools'], ['en', 'e2e.swap.two', 'The pool'], ['en', 'e2e.swap.three', 'No pool']]);
    await page.goto(`${at}?text=e2e.swap&locales=de`);
    await row(page, 'e2e.swap.one').waitFor();
    const dialog = await open(page, 'Find and replace');
    await page.keyboard.type('pool');
    await page.keyboard.press('Tab');
    await page.keyboard.type('circle');
    await dialog.getByRole('checkbox', { name: 'Whole words' }).check();
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('3 texts change.').waitFor();
    assert.deepEqual(await dialog.getByRole('listitem').filter({ hasText: 'e2e.swap.one' }).locator('ins').allInnerTexts(), ['circle'], 'the place is marked');
    await axe(page, 'find and replace');
    await dialog.getByRole('checkbox', { name: /^e2e.swap.three/ }).uncheck();
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('2 texts changed.').waitFor();
    const value = async key => (await textsOf(page, token, 'd_translation_keys', key)).en.messageValue;
    assert.deepEqual([await value('e2e.swap.one'), await value('e2e.swap.two'), await value('e2e.swap.three')], ['A circle of pools', 'The circle', 'No pool']);
    await row(page, 'e2e.swap.one').getByText('A circle of pools').waitFor();
    await undoBatch(page, dialog, '2 changes');
    await row(page, 'e2e.swap.one').getByText('A pool of pools').waitFor();
    assert.equal(await value('e2e.swap.two'), 'The pool');
  });

  scenario('is marked as reviewed, after it has said how much that is, and is taken back', { as: 'content' }, async (page, token) => {
    await add(page, token, [['en', 'e2e.seen.one', 'One'], ['en', 'e2e.seen.two', 'Two'], ['de', 'e2e.seen.one', 'Eins'], ['de', 'e2e.seen.two', 'Zwei']]);
    await page.goto(`${at}?text=e2e.seen&locales=de&state=TRANSLATED&locale=de`);
    await row(page, 'e2e.seen.one').waitFor();
    const dialog = await open(page, 'Review all');
    await dialog.getByText('2 texts change.').waitFor();
    await axe(page, 'the review of texts');
    await dialog.getByRole('button', { name: 'Mark 2 texts as reviewed' }).click();
    await dialog.getByText('2 texts changed.').waitFor();
    const state = async locale => (await textsOf(page, token, 'd_translation_keys', 'e2e.seen.two'))[locale].state;
    assert.deepEqual([await state('de'), await state('en')], ['REVIEWED', 'TRANSLATED']);
    await undoBatch(page, dialog, '2 changes');
    assert.equal(await state('de'), 'TRANSLATED');
  });

  scenario('cannot be changed by somebody who may only read it', { as: 'csm', at: `${at}?text=menu.dashboard&locales=de` }, async page => {
    await row(page, 'menu.dashboard').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Actions for many texts' }).count(), 0);
  });

  for (const size of sizes) {
    scenario(`text batches: ${sizeName(size)}`, { as: 'content', size, at: `${at}?text=menu.&locales=de` }, async page => {
      await row(page, 'menu.dashboard').waitFor();
      for (const name of ['Export', 'Import', 'Review all']) {
        const dialog = await open(page, name);
        if (name === 'Import') {
          await choose(dialog, 'texts.csv', 'text/csv', 'messageKey,locale,messageValue\nmenu.dashboard,de,Tafel\nmenu.dashboard,fr,Tableau\ne2e.nobody,de,Niemand\npanel.texts.lacks,de,Fehlt\n');
          await dialog.getByRole('button', { name: 'Preview' }).click();
        }
        if (name !== 'Export') await dialog.getByText(/\d texts? changes?\./).waitFor();
        await fits(page);
        await axe(page, name);
        await pictureInBothThemes(page, `texts-${name.split(' ')[0].toLowerCase()}-${size.width}`);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        if (name === 'Import') await page.getByRole('button', { name: 'Discard', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      const dialog = await open(page, 'Find and replace');
      await dialog.getByRole('textbox', { name: 'Find', exact: true }).fill('Pool');
      await dialog.getByRole('textbox', { name: 'Replace with' }).fill('Circle');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText(/\d texts? changes?\./).waitFor();
      await fits(page);
      await axe(page, 'find and replace');
      await pictureInBothThemes(page, `texts-replace-${size.width}`);
    });
  }
});
