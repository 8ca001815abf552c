// ra-data-simple-rest as it comes from npm, with nothing but a token, against every list and record call.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { password, product } from '../browser.mjs';

const packaged = name => import(new URL(`../../admin-ui/node_modules/${name}/dist/index.js`, import.meta.url));
const { default: simpleRest } = await packaged('ra-data-simple-rest');
const { fetchUtils } = await packaged('ra-core');

const lists = [
  'project', 'projectApplication', 'freelancer', 'boundClient', 'freelancer/duplicate', 'erasure', 'msp', 'client', 'legalEntity',
  'audit', 'admin', 'job', 'mail', 'setting', 'session', 'country', 'history/login',
];
const page = (perPage, field = 'id', order = 'ASC') => ({ pagination: { page: 1, perPage }, sort: { field, order }, filter: {} });
const fails = (status, code) => error => error.status === status && error.body.code === code;

/** Signs in and gives the data provider, and the same one that names a reason where it deletes. */
const connect = async account => {
  const answer = await fetch(`${product.url}/api/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${account}@poolkeeper.example`, password }),
  });
  const user = { authenticated: true, token: `Bearer ${(await answer.json()).access_token}` };
  const send = (url, options = {}) => fetchUtils.fetchJson(url, { ...options, user });
  const reason = (url, options = {}) => send(options.method === 'DELETE' ? `${url}?reason=OTHER&comment=made%20by%20mistake` : url, options);
  return {
    ...simpleRest(`${product.url}/api`, send),
    withReason: simpleRest(`${product.url}/api`, reason),
    ask: async path => (await send(product.url + path)).json,
  };
};

describe('ra-data-simple-rest', () => {
  let rest;
  before(async () => {
    rest = await connect('all');
  });

  for (const name of lists) {
    test(`pages, orders and names the records of ${name}`, async () => {
      const { data, total } = await rest.getList(name, page(20));
      assert.equal(data.length, Math.min(total, 20));
      const ids = data.map(({ id }) => id);
      assert.ok(ids.every(id => id !== undefined && id !== null && id !== ''), `rows without an id: ${JSON.stringify(data[0])}`);
      assert.equal(new Set(ids).size, ids.length);
      if (ids.length === 0) return;
      const named = await rest.getMany(name, { ids: ids.slice(0, 15) });
      assert.deepEqual(new Set(named.data.map(({ id }) => id)), new Set(ids.slice(0, 15)));
      const { data: backwards } = await rest.getList(name, page(1000, 'id', 'DESC'));
      if (total <= 1000) assert.deepEqual(backwards.slice(-ids.length).map(({ id }) => id).reverse(), ids);
      else assert.ok(backwards[0].id > backwards[1].id && backwards[0].id > ids.at(-1));
    });
  }

  // What has no call for one record says so as every call does.
  const ofOne = { mail: [404, 'NOT_FOUND'], session: [405, 'METHOD_NOT_ALLOWED'], country: [404, 'NOT_FOUND'], 'history/login': [404, 'NOT_FOUND'] };
  for (const name of lists)
    test(`reads one of ${name}`, async () => {
      const { data } = await rest.getList(name, page(1));
      if (data.length === 0) return;
      const one = rest.getOne(name, { id: data[0].id });
      if (ofOne[name]) await assert.rejects(one, fails(...ofOne[name]));
      else assert.equal((await one).data.id, data[0].id);
    });

  for (const name of ['project', 'projectApplication', 'freelancer', 'boundClient', 'freelancer/duplicate', 'msp', 'client', 'legalEntity', 'admin', 'setting'])
    test(`takes back a whole record of ${name}, and one after the other`, async () => {
      const { data } = await rest.getList(name, page(3));
      const { data: record } = await rest.getOne(name, { id: data.at(-1).id });
      const { data: written } = await rest.update(name, { id: record.id, data: record, previousData: record });
      assert.equal(written.id, record.id);
      if (name === 'setting') return; // a setting is nothing but its value, which is needed
      const ids = data.map(({ id }) => id);
      assert.deepEqual((await rest.updateMany(name, { ids, data: {} })).data, ids);
    });

  for (const [name, refusal] of Object.entries({
    projectApplication: [405, 'METHOD_NOT_ALLOWED'],
    boundClient: [405, 'METHOD_NOT_ALLOWED'],
    client: [405, 'METHOD_NOT_ALLOWED'],
    legalEntity: [405, 'METHOD_NOT_ALLOWED'],
    audit: [405, 'METHOD_NOT_ALLOWED'],
    setting: [405, 'METHOD_NOT_ALLOWED'],
    country: [404, 'NOT_FOUND'],
  }))
    test(`is refused a delete of ${name} in the common form`, async () => {
      const { data } = await rest.getList(name, page(2));
      await assert.rejects(rest.delete(name, { id: data[0].id, previousData: data[0] }), fails(...refusal));
      await assert.rejects(rest.deleteMany(name, { ids: data.map(({ id }) => id) }), fails(...refusal));
    });

  test('lists every resource by every field that refers to a record', async () => {
    const meta = await rest.ask('/api/meta');
    let seen = 0;
    for (const { path, fields, can } of meta.resources) {
      const name = path.slice('/api/'.length);
      if (!can.includes('read') || !lists.includes(name)) continue;
      const { total: all } = await rest.getList(name, page(1));
      for (const { name: target } of fields.filter(field => field.ref)) {
        seen += 1;
        const { data, total } = await rest.getManyReference(name, { ...page(1000), target, id: 1 });
        assert.ok(total < all || data.every(row => row[target] === undefined || row[target] === 1), `${name} by ${target}: ${total} of ${all}`);
        assert.equal(data.length, Math.min(total, 1000));
      }
    }
    assert.ok(seen >= 15, `only ${seen} fields refer to a record`);
  });

  test('creates, changes and deletes', async () => {
    const { data: made } = await rest.create('project', { data: { title: 'From afar', clientId: 1 } });
    assert.equal(made.title, 'From afar');
    const { data: changed } = await rest.updateMany('project', { ids: [made.id], data: { positions: 3 } });
    assert.deepEqual(changed, [made.id]);
    await assert.rejects(rest.delete('project', { id: made.id, previousData: made }), fails(422, 'REASON_REQUIRED'));
    await assert.rejects(rest.getOne('project', { id: made.id + 100_000 }), fails(404, 'NOT_FOUND'));
    const { data: another } = await rest.create('project', { data: { title: 'From afar too', clientId: 1 } });
    const ids = [made.id, another.id];
    assert.deepEqual((await rest.withReason.deleteMany('project', { ids })).data, ids);
  });

  test('is told the ids of accounts it has deleted', async () => {
    const invite = async name => (await rest.create('admin', {
      data: { email: `${name}.${process.pid}@staff.example`, firstName: name, lastName: 'Afar', roles: ['a'] },
    })).data;
    const [one, ...more] = await Promise.all(['ann', 'ben', 'cid'].map(invite));
    assert.equal((await rest.delete('admin', { id: one.id, previousData: one })).data.id, one.id);
    const ids = more.map(({ id }) => id);
    assert.deepEqual((await rest.deleteMany('admin', { ids })).data, ids);
  });

  test('is told what is wrong by the whole path', async () => {
    await assert.rejects(rest.create('admin', {
      data: { email: 'x@poolkeeper.example', firstName: 'X', lastName: 'Y', roles: ['a'], scopes: { clientIds: [1, 99_999], legalEntityIds: [] } },
    }), error => error.body.fieldErrors['scopes.clientIds[1]']?.[0] === 'validation.reference');
  });

  test('says which id it has deleted', async () => {
    const { data: made } = await rest.withReason.create('project', { data: { title: 'Not for long', clientId: 1 } });
    const { data } = await rest.withReason.delete('project', { id: made.id, previousData: made });
    assert.equal(data.id, made.id);
    assert.equal(data.message, 'project.deleted');
  });
});
