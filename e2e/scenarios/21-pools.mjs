// Pools: made, categorised, filled and merged by hand; what is undone stands as it stood before.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { axe, call, fits, scenario, sizeName, sizes, status } from '../browser.mjs';
import { until } from '../product.mjs';
import { dialog, newProject } from '../projects.mjs';

const list = '/pools/list';
let count = 0;
/** A word that nobody else uses. */
const fresh = word => `${word} ${process.pid} ${++count}`;

/** A client of its own, so that its pools are nobody else's. */
const newClient = (page, token, fields = {}) => {
  const name = fresh('Pooler');
  return call(page, token, 'POST', '/api/client', { name, code: name.toUpperCase().replace(/\W/g, '_').slice(0, 20), currency: 'EUR', ...fields });
};

const newPool = (page, token, client, word) => call(page, token, 'POST', '/api/pool', { clientId: client.id, vmsName: fresh(word) });

/** Somebody who has agreed to be in pools, unless told otherwise. */
const newPerson = async (page, token, hasAgreed = true) => {
  const lastName = fresh('Swimmer').replace(/\W/g, '');
  const made = await call(page, token, 'POST', '/api/freelancer', {
    firstName: 'Ida', lastName, email: `${lastName}@people.example`.toLowerCase(), sendVerification: false,
  });
  if (!hasAgreed) return made;
  return call(page, token, 'POST', `/api/freelancer/${made.id}/consent`, {
    kinds: ['dataProcessing', 'pool'], givenAt: '2026-01-02T10:00:00.000Z', channel: 'PHONE', note: 'said so',
  });
};

const join = (page, token, pool, person, fields = {}) =>
  call(page, token, 'POST', `/api/pool/${pool.id}/member`, { freelancerId: person.id, ...fields });

/** What every write stamps, an undo too. */
const stamps = ['version', 'lastUpdated', 'lastUpdatedBy'];
const withoutStamps = record => Object.fromEntries(Object.entries(record).filter(([name]) => !stamps.includes(name)));

/** Pools with everybody who is or was in them, and the projects that draw from them: all but the stamps. */
const standing = async (page, token, pools, projects = []) => {
  const get = async path => withoutStamps(await call(page, token, 'GET', path));
  const out = {};
  for (const { id } of projects) out[`project ${id}`] = await get(`/api/project/${id}`);
  for (const { id } of pools) {
    out[`pool ${id}`] = await get(`/api/pool/${id}`);
    for (const removed of ['', '&deleted=true']) {
      const { results } = await call(page, token, 'GET', `/api/poolMember?poolId=${id}&limit=100${removed}`);
      for (const member of results) out[`member ${member.id}`] = await get(`/api/poolMember/${member.id}`);
    }
  }
  return out;
};

/** People in three pools: with each class of conflict that can stand against somebody out of a pool. */
const conflicted = async (page, token) => {
  const client = await newClient(page, token);
  const [target, one, two] = [await newPool(page, token, client, 'Target'), await newPool(page, token, client, 'One'), await newPool(page, token, client, 'Two')];
  const who = {};
  for (const name of ['both', 'removed', 'taken', 'bound', 'gone', 'changed']) who[name] = await newPerson(page, token);
  for (const name of ['silent', 'unasked']) who[name] = await newPerson(page, token, false);
  await join(page, token, target, who.both, { rating: 2, tags: ['SAP'], note: 'ours' });
  await join(page, token, one, who.both, { rating: 5, tags: ['night'], note: 'theirs' });
  const kicked = await join(page, token, target, who.removed);
  await call(page, token, 'POST', `/api/poolMember/${kicked.id}/remove`, {});
  for (const name of ['removed', 'taken', 'bound', 'gone']) await join(page, token, one, who[name]);
  const late = await join(page, token, two, who.changed);
  const other = await newClient(page, token);
  for (const { id } of [who.taken, who.bound]) await call(page, token, 'POST', '/api/boundClient', { freelancerId: id, scope: 'client', clientId: other.id });
  await call(page, token, 'PUT', `/api/freelancer/${who.gone.id}/status`, { status: 'AC', reason: 'seen' });
  await call(page, token, 'PUT', `/api/freelancer/${who.gone.id}/status`, { status: 'DE', reason: 'pause' });
  for (const name of ['silent', 'unasked']) await join(page, token, two, who[name], { status: 'INVITED' });
  const project = await newProject(page, token, { clientId: client.id });
  await call(page, token, 'PUT', `/api/project/${project.id}`, { poolIds: [one.id, two.id] });
  return { target, one, two, who, late, project };
};

/** Chooses one of the actions of a row. */
const act = async (page, name, action) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
  return dialog(page);
};

describe('pools', () => {
  scenario('a pool is made, filled and emptied by hand', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token, { membershipTtlDays: 365 });
    const person = await newPerson(page, token);
    const name = fresh('Experts');
    await page.goto(`${list}/create`);
    const form = dialog(page);
    await form.getByLabel(/^Client/).click();
    await page.keyboard.type(client.name);
    await form.getByRole('option', { name: client.name }).click();
    await form.getByLabel(/^Name/).fill(name);
    await until("the client's time of memberships", 60, async () => (await form.getByLabel(/^A membership lasts/).inputValue()) === '365');
    await form.getByRole('button', { name: 'Create pool' }).click();
    await form.waitFor({ state: 'detached' });
    const pool = (await call(page, token, 'GET', `/api/pool?vmsName=${encodeURIComponent(name)}`)).results[0];
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).membershipTtlDays, 365);
    await page.goto(`${list}/${pool.id}/members`);
    await dialog(page).getByText('Nobody is in this pool yet.').waitFor();
    await dialog(page).getByLabel(/^Add a member/).click();
    await page.keyboard.type(person.lastName);
    await dialog(page).getByRole('option', { name: person.name }).click();
    await dialog(page).getByRole('button', { name: `Add ${person.name}` }).click();
    await dialog(page).getByRole('link', { name: person.name }).waitFor();
    await dialog(page).getByRole('link', { name: /as a list/ }).click();
    await page.getByRole('row', { name: new RegExp(person.name) }).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).memberCounts.ACTIVE, 1);
  });

  scenario('three pools become one with every class of conflict decided, and stand as before once that is undone', { as: 'all' }, async (page, token) => {
    const { target, one, two, who, late, project } = await conflicted(page, token);
    await page.goto(`${list}/${target.id}/merge`);
    const box = dialog(page);
    for (const { vmsName } of [one, two]) {
      await box.getByLabel(/^Which pools come in/).click();
      await page.keyboard.type(vmsName);
      await box.getByRole('option', { name: vmsName }).click();
      await box.getByRole('button', { name: `Take out ${vmsName}` }).waitFor();
    }
    await box.getByRole('button', { name: 'Show the plan' }).click();
    for (const message of ['2 open invitations stay valid', '1 project draws from this pool then', 'The names of the merged pools lead here.'])
      await box.getByText(message).waitFor();
    await box.getByText(`${one.vmsName}: ends, and its names lead here`).waitFor();
    await axe(page, 'a plan');
    const shown = box.getByLabel('Show', { exact: true });
    await shown.selectOption({ label: 'Bound elsewhere (2)' });
    await box.getByText('2 of 2').waitFor();
    await shown.selectOption({ label: 'Is left out (4)' });
    await box.getByText('4 of 4').waitFor();
    await shown.selectOption({ label: 'Everybody (8)' });
    await box.getByText('8 of 8').waitFor();
    await shown.selectOption({ label: 'What prevents it (6)' });
    await box.getByText('The freelancer is inactive or deleted.').waitFor();
    await box.getByLabel(`Decision for ${who.removed.name}`).selectOption({ label: 'Take back' });
    await box.getByLabel('All: Bound elsewhere').selectOption({ label: 'Take all the same' });
    await box.getByLabel(`Decision for ${who.bound.name}`).selectOption({ label: 'Leave out' });
    await box.getByLabel('All: No consent').selectOption({ label: 'Leave out' });
    await box.getByLabel(`Decision for ${who.silent.name}`).selectOption({ label: 'Invite' });
    await box.getByLabel('All: Changed since').selectOption({ label: 'Take as it is now' });
    await call(page, token, 'POST', `/api/poolMember/${late.id}/rate`, { rating: 2 });
    const before = await standing(page, token, [target, one, two], [project]);
    await box.getByRole('button', { name: 'Carry out the merge' }).click();
    await box.getByText('4 came in, 1 became one, 3 left out').waitFor();
    for (const name of ['bound', 'gone', 'unasked']) await box.getByRole('listitem').filter({ hasText: who[name].name }).getByText('Unchanged').waitFor();
    await axe(page, 'a merge that has ended');
    const merged = await call(page, token, 'GET', `/api/pool/${target.id}`);
    assert.deepEqual(merged.vmsAliases, [one.vmsName, two.vmsName]);
    assert.deepEqual(merged.memberCounts, { ACTIVE: 4, INVITED: 1, EXPIRED: 0 });
    const { results } = await call(page, token, 'GET', `/api/pool/${target.id}/member?limit=100`);
    const names = ['both', 'removed', 'taken', 'changed', 'silent'].map(name => who[name].name);
    assert.deepEqual(results.map(({ freelancerName }) => freelancerName).sort(), names.sort());
    assert.equal((await call(page, token, 'GET', `/api/pool/${one.id}`)).status, 'MERGED');
    assert.deepEqual((await call(page, token, 'GET', `/api/project/${project.id}`)).poolIds, [target.id]);
    await box.getByRole('button', { name: 'Undo' }).click();
    await box.getByText('Everything is as it was before.').waitFor();
    assert.deepEqual(await standing(page, token, [target, one, two], [project]), before);
  });

  scenario('rows that may be about somebody known are decided one by one, and undone', { as: 'all', errors: [status(422)] }, async (page, token) => {
    const client = await newClient(page, token);
    const pool = await newPool(page, token, client, 'Known');
    const mark = fresh('known').replace(/\W/g, '');
    const made = (firstName, more) =>
      call(page, token, 'POST', '/api/freelancer', {
        firstName, lastName: `${firstName}${mark}`, email: `${firstName}@${mark}.example`.toLowerCase(), sendVerification: false, force: true, ...more,
      });
    const [, twin] = [await made('Twin', { linkedinHandle: mark }), await made('Brother', { linkedinHandle: mark })];
    const alike = await made('Alike');
    const before = await standing(page, token, [pool]);
    const rows = [
      'email,firstName,lastName,linkedin',
      `t@${mark}.example,T,Some${mark},${mark}`,
      `alike@elsewhere-${mark}.example,Alike,${alike.lastName},`,
      `nobody@${mark},No,Body${mark},`,
    ];
    await page.goto(`${list}/${pool.id}/import`);
    const box = dialog(page);
    await box.locator('input[type=file]').setInputFiles({ name: 'known.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
    await box.getByRole('button', { name: 'Take out known.csv' }).waitFor();
    await box.getByRole('button', { name: 'Show the plan' }).click();
    for (const kind of ['Several people (1)', 'Possibly known (1)', 'Faulty row (1)', 'To be decided (1)']) {
      await box.getByLabel('Show', { exact: true }).selectOption({ label: kind });
      await box.getByText('1 of 1').waitFor();
    }
    await box.getByLabel('Show', { exact: true }).selectOption({ label: 'What prevents it (3)' });
    await box.getByRole('button', { name: 'Carry out the import' }).click();
    await box.getByText('Some rows still need a decision.').waitFor();
    await box.getByLabel(`Decision for T Some${mark}`).selectOption({ label: `It is ${twin.name} (${twin.handle}), No consent` });
    await box.getByLabel(`Decision for Alike ${alike.lastName}`).selectOption({ label: 'Create a record' });
    await box.getByRole('button', { name: 'Carry out the import' }).click();
    await box.getByText('2 came in, 0 became one, 1 left out').waitFor();
    const { results } = await call(page, token, 'GET', `/api/pool/${pool.id}/member`);
    assert.ok(results.some(({ freelancerId }) => freelancerId === twin.id));
    assert.ok(results.every(({ freelancerId, status }) => freelancerId !== alike.id && status === 'INVITED'));
    await box.getByRole('button', { name: 'Undo' }).click();
    await box.getByText('Everything is as it was before.').waitFor();
    assert.deepEqual(await standing(page, token, [pool]), before);
  });

  scenario('members are extended, rated, tagged and removed, and tags tidied but for one of them', { as: 'all' }, async (page, token) => {
    const pool = await newPool(page, token, await newClient(page, token), 'Kept');
    const [first, second, third] = [await newPerson(page, token), await newPerson(page, token), await newPerson(page, token)];
    const member = await join(page, token, pool, first);
    for (const person of [second, third]) await join(page, token, pool, person, { tags: ['hana, sap'] });
    const now = async id => call(page, token, 'GET', `/api/poolMember/${id}`);
    await page.goto(`/pools/members?filter=${encodeURIComponent(JSON.stringify({ poolId: pool.id }))}`);
    for (const [action, label, value] of [['Rate', /^Rating/, '4'], ['Tag', /^Add/, 'SAP HANA'], ['Extend', /^Last day/, '']]) {
      const box = await act(page, first.name, action);
      const field = box.getByLabel(label).first();
      if (value) {
        await field.fill(value);
        if (action === 'Tag') await page.keyboard.press('Enter');
      }
      await field.press('Control+Enter');
      await box.waitFor({ state: 'detached' });
    }
    const { rating, tags, expiresAt } = await now(member.id);
    assert.deepEqual([rating, tags, expiresAt], [4, ['SAP HANA'], null]);
    await page.goto(`${list}/${pool.id}/tags`);
    await dialog(page).getByLabel(/^All become/).selectOption('SAP HANA');
    await dialog(page).getByRole('button', { name: 'Members with hana, sap' }).click();
    await dialog(page).getByRole('checkbox', { name: third.name }).uncheck();
    await axe(page, 'tags that are tidied');
    await dialog(page).getByRole('button', { name: 'Tidy 1 tag' }).click();
    const job = page.getByRole('dialog', { name: 'Tags of a pool' });
    const tagsOf = async () => {
      const { results } = await call(page, token, 'GET', `/api/pool/${pool.id}/member?s=id:asc`);
      return results.map(one => one.tags.join());
    };
    await job.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await tagsOf(), ['SAP HANA', 'SAP HANA', 'hana, sap']);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: /^Undo of/ }).getByText('Undone', { exact: true }).waitFor();
    assert.deepEqual(await tagsOf(), ['SAP HANA', 'hana, sap', 'hana, sap']);
    await page.goto(`/pools/members?filter=${encodeURIComponent(JSON.stringify({ poolId: pool.id }))}`);
    const removal = await act(page, first.name, 'Remove');
    await removal.getByLabel('Reason').press('Control+Enter');
    await page.getByRole('row', { name: new RegExp(first.name) }).waitFor({ state: 'detached' }); // it is in the trash now
    assert.equal((await now(member.id)).status, 'REMOVED');
  });

  scenario('a category is made, and a pool put into it and out of it again', { as: 'content' }, async (page, token) => {
    const client = (await call(page, token, 'GET', '/api/client?name=Norrsken Bank')).results[0];
    const pool = await newPool(page, token, client, 'Sorted');
    const key = fresh('sorted').replace(/\W/g, '-');
    await page.goto('/pools/categories/create');
    await dialog(page).getByLabel(/^Key/).fill(key);
    await dialog(page).getByLabel(/^Text of the name/).fill('pool.sample.reserve');
    await dialog(page).getByRole('button', { name: 'Create pool category' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const category = (await call(page, token, 'GET', `/api/poolCategory?key=${key}`)).results[0];
    const save = async () => {
      await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      return (await call(page, token, 'GET', `/api/pool/${pool.id}`)).categoryId;
    };
    await page.goto(`${list}/${pool.id}`);
    await dialog(page).getByRole('combobox', { name: /^Category/ }).fill(category.name);
    await dialog(page).getByRole('option', { name: category.name }).click();
    assert.equal(await save(), category.id);
    await page.goto(`${list}/${pool.id}`);
    await dialog(page).getByRole('button', { name: /^Clear/ }).click();
    assert.equal((await save()) ?? 0, 0);
    await call(page, token, 'DELETE', `/api/poolCategory/${category.id}`);
  });

  scenario('a file with faulty rows is imported, mended and imported again, and undone', { as: 'content' }, async (page, token) => {
    const pool = (await call(page, token, 'GET', '/api/pool?status=ACTIVE')).results[0];
    const before = (await call(page, token, 'GET', `/api/pool/${pool.id}`)).memberCounts;
    const mark = fresh('file').replace(/\W/g, '');
    const rows = [
      'E-Mail;Rufname 1;Nachname;Tagessatz',
      `anna@${mark}.example;Änna;Arbeit${mark};800,50`,
      `ben@${mark};Ben;Bahn${mark};700`,
      `carl@${mark}.example;Carl;Cella${mark};700`,
    ];
    const importFile = async (name, content) => {
      await page.goto(`${list}/${pool.id}/import`);
      await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
      await dialog(page).getByRole('button', { name: `Take out ${name}` }).waitFor(); // it has arrived
      await dialog(page).getByRole('button', { name: 'Show the plan' }).click();
    };
    const box = dialog(page);
    const planAgain = async () => {
      const again = box.getByRole('button', { name: 'Apply and plan again' });
      await again.click();
      await again.waitFor({ state: 'detached' }); // it stands there until the file has been read anew
    };
    await importFile('team.csv', Buffer.from(rows.join('\r\n'), 'latin1'));
    await box.getByText(/does not state its encoding/).waitFor();
    await box.getByText(/^Änna|Änna/).first().waitFor();
    await axe(page, 'a file whose encoding is not known');
    await box.getByLabel('Encoding', { exact: true }).selectOption({ label: 'Windows, Western Europe' });
    await planAgain();
    await box.getByText('No column is taken for: First name').waitFor();
    await box.getByLabel('Column Rufname 1').selectOption({ label: 'First name' });
    await planAgain();
    await box.getByText(/E-mail: .*e-mail/i).waitFor();
    await axe(page, 'the plan of a file');
    await box.getByRole('button', { name: 'Carry out the import' }).click();
    await box.getByText(/2 came in, 0 became one, 1 left out/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      box.getByRole('button', { name: 'Save the faulty rows' }).click(),
    ]);
    const faulty = await readFile(await download.path(), 'utf8');
    assert.match(faulty, /^\uFEFFE-Mail;Rufname 1;Nachname;Tagessatz;What is wrong\r\nben@/);
    assert.equal(faulty.trim().split('\r\n').length, 2);
    await importFile('team-faulty.csv', Buffer.from(faulty.replace(`ben@${mark};`, `ben@${mark}.example;`)));
    await box.getByRole('button', { name: 'Carry out the import' }).click();
    await box.getByText(/1 came in, 0 became one, 0 left out/).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).memberCounts.INVITED, before.INVITED + 3);
    await box.getByRole('button', { name: 'Undo' }).click();
    await box.getByText('Undone', { exact: true }).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).memberCounts.INVITED, before.INVITED + 2);
  });

  scenario('a pool gets an image of the catalogue by keyboard', { as: 'content' }, async (page, token) => {
    const client = (await call(page, token, 'GET', '/api/client?name=Norrsken Bank')).results[0];
    const pool = await newPool(page, token, client, 'Pictured');
    const images = (await call(page, token, 'GET', '/api/catalogImage?limit=1000')).results.filter(({ clientId }) => !clientId || clientId === client.id);
    await page.goto(`${list}/${pool.id}`);
    await dialog(page).getByRole('button', { name: 'Choose from the catalogue' }).press('Enter');
    const box = page.getByRole('dialog', { name: 'Images of the catalogue' });
    await box.getByRole('radio').first().waitFor();
    assert.equal(await box.getByRole('radio').count(), images.length);
    await axe(page, 'the catalogue');
    await box.getByRole('radio').first().press('Space');
    await page.keyboard.press('ArrowDown');
    assert.ok(await box.getByRole('radio').nth(1).isChecked());
    await page.keyboard.press('Control+Enter');
    await box.waitFor({ state: 'detached' });
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal((await call(page, token, 'GET', `/api/pool/${pool.id}`)).imageId, images[1].resourceId);
  });

  scenario('a project names its pools, found by typing, and keeps them', { as: 'csm' }, async (page, token) => {
    const [{ id: clientId }] = (await call(page, token, 'GET', '/api/client?name=Norrsken Bank')).results;
    const { id } = await newProject(page, token, { clientId });
    const [one, two] = (await call(page, token, 'GET', `/api/pool/client?clientId=${clientId}&s=vmsName:asc`)).results;
    await page.goto(`/projects/list/${id}`);
    const pools = dialog(page).getByRole('combobox', { name: /^Pools/ });
    for (const { vmsName } of [one, two]) {
      await pools.fill(vmsName);
      await dialog(page).getByRole('option', { name: vmsName, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('button', { name: `Remove ${vmsName}` }).waitFor();
    }
    await axe(page, 'a project with pools');
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByRole('status').getByText(/saved/i).first().waitFor();
    assert.deepEqual((await call(page, token, 'GET', `/api/project/${id}`)).poolIds, [one.id, two.id]);
    await page.goto(`/projects/list/${id}`);
    await dialog(page).getByRole('button', { name: `Remove ${two.vmsName}` }).click();
    await dialog(page).getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByRole('status').getByText(/saved/i).first().waitFor();
    assert.deepEqual((await call(page, token, 'GET', `/api/project/${id}`)).poolIds, [one.id]);
  });

  scenario('a freelancer is added to a pool where the others are shown', { as: 'all' }, async (page, token) => {
    const client = await newClient(page, token);
    const [here, there] = [await newPool(page, token, client, 'Here'), await newPool(page, token, client, 'There')];
    const person = await newPerson(page, token);
    await join(page, token, here, person);
    await page.goto(`/users/freelancers/${person.id}/pools`);
    await dialog(page).getByRole('link', { name: here.vmsName }).waitFor();
    await dialog(page).getByLabel(/^Add to a pool/).click();
    await page.keyboard.type(there.vmsName);
    await dialog(page).getByRole('option', { name: there.vmsName }).click();
    await axe(page, 'the pools of a freelancer');
    await dialog(page).getByRole('button', { name: `Add to ${there.vmsName}` }).click();
    await dialog(page).getByRole('link', { name: there.vmsName }).waitFor();
    assert.equal((await call(page, token, 'GET', `/api/pool/${there.id}`)).memberCounts.ACTIVE, 1);
    await page.goto('/users/freelancers/create');
    await dialog(page).getByRole('combobox', { name: /^Pools/ }).fill(here.vmsName);
    await dialog(page).getByRole('option', { name: here.vmsName }).getByText(client.name).waitFor();
  });

  for (const size of sizes) {
    scenario(`list, members and merge fit and read well: ${sizeName(size)}`, { as: 'content', size }, async (page, token) => {
      const { results } = await call(page, token, 'GET', '/api/pool?status=ACTIVE');
      await page.goto(list);
      await page.locator('tbody tr, [data-row]').first().waitFor();
      await fits(page);
      await axe(page, 'pools');
      for (const tab of ['', '/members', '/merge', '/import']) {
        await page.goto(`${list}/${results[0].id}${tab}`);
        await dialog(page).waitFor();
        await fits(page);
        await axe(page, `a pool ${tab}`);
      }
      await page.goto('/pools/members');
      await page.locator('tbody tr, [data-row]').first().waitFor();
      await fits(page);
      await axe(page, 'members');
    });
  }
});
