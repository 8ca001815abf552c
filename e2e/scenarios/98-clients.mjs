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

/** Signs in and gives the data provider, its way to the service and all. */
const connect = async account => {
  const answer = await fetch(`${product.url}/api/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${account}@poolkeeper.example`, password }),
  });
  const user = { authenticated: true, token: `Bearer ${(await answer.json()).access_token}` };
  return simpleRest(`${product.url}/api`, (url, options = {}) => fetchUtils.fetchJson(url, { ...options, user }));
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

  for (const name of ['project', 'projectApplication', 'freelancer', 'msp', 'client', 'legalEntity', 'admin', 'setting', 'job']) {
    test(`reads one of ${name}`, async () => {
      const { data } = await rest.getList(name, page(1));
      if (data.length === 0) return;
      const one = await rest.getOne(name, { id: data[0].id });
      assert.equal(one.data.id, data[0].id);
    });
  }

  for (const name of ['project', 'freelancer', 'msp', 'client', 'legalEntity', 'admin', 'setting']) {
    test(`takes back a whole record of ${name}`, async () => {
      const { data } = await rest.getList(name, page(3));
      const { data: record } = await rest.getOne(name, { id: data.at(-1).id });
      const { data: written } = await rest.update(name, { id: record.id, data: record, previousData: record });
      assert.equal(written.id, record.id);
    });
  }

  for (const [name, targets] of Object.entries({
    project: ['clientId', 'legalEntityId'],
    projectApplication: ['projectId', 'freelancerId', 'clientId', 'legalEntityId', 'mspId'],
    freelancer: ['boundClientId', 'mspId'],
    boundClient: ['freelancerId', 'clientId', 'legalEntityId'],
    legalEntity: ['clientId'],
    audit: ['clientId'],
  }))
    for (const target of targets)
      test(`lists ${name} by ${target}`, async () => {
        const { data, total } = await rest.getManyReference(name, { ...page(1000), target, id: 1 });
        const { total: all } = await rest.getList(name, page(1));
        assert.ok(total < all || total === all && data.every(row => row[target] === undefined || row[target] === 1));
        assert.equal(data.length, Math.min(total, 1000));
      });

  test('creates, changes and deletes', async () => {
    const { data: made } = await rest.create('project', { data: { title: 'From afar', clientId: 1 } });
    assert.equal(made.title, 'From afar');
    const { data: changed } = await rest.updateMany('project', { ids: [made.id], data: { positions: 3 } });
    assert.deepEqual(changed, [made.id]);
    await assert.rejects(rest.delete('project', { id: made.id, previousData: made }), fails(422, 'REASON_REQUIRED'));
    const { data: skill } = await rest.create('client', { data: { name: 'Afar Ltd', code: 'AFAR', currency: 'EUR' } });
    await assert.rejects(rest.getOne('client', { id: skill.id + 1000 }), fails(404, 'NOT_FOUND'));
  });

  test('is told what is wrong by the whole path', async () => {
    await assert.rejects(rest.create('admin', {
      data: { email: 'x@poolkeeper.example', firstName: 'X', lastName: 'Y', roles: ['a'], scopes: { clientIds: [1, 99_999], legalEntityIds: [] } },
    }), error => error.body.fieldErrors['scopes.clientIds[1]']?.[0] === 'validation.reference');
  });

  test('says which id it has deleted', async () => {
    const answer = await fetch(`${product.url}/api/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'all@poolkeeper.example', password }),
    });
    const { access_token: token } = await answer.json();
    const withReason = simpleRest(`${product.url}/api`, (url, options = {}) =>
      fetchUtils.fetchJson(options.method === 'DELETE' ? `${url}?reason=OTHER&comment=made%20by%20mistake` : url, {
        ...options,
        user: { authenticated: true, token: `Bearer ${token}` },
      }));
    const { data: made } = await withReason.create('project', { data: { title: 'Not for long', clientId: 1 } });
    const { data } = await withReason.delete('project', { id: made.id, previousData: made });
    assert.equal(data.id, made.id);
    assert.equal(data.message, 'project.deleted');
  });
});
