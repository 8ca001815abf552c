import { renameSync, writeFileSync } from 'node:fs';
import { collections } from './announce.js';

const role = { id: '6f1d2c1e-52f6-4d0b-9c0c-3a2f6b0a7001', name: 'Poolkeeper service' };
const policy = { id: '6f1d2c1e-52f6-4d0b-9c0c-3a2f6b0a7002', name: 'Poolkeeper service', admin_access: false, app_access: false };
export const user = { id: '6f1d2c1e-52f6-4d0b-9c0c-3a2f6b0a7003', first_name: 'Poolkeeper', last_name: 'service', role: role.id };

/** All the account may do: everything with the five collections, read who changed what, nothing else. */
const wanted = [
  ...collections.flatMap(collection => ['create', 'read', 'update', 'delete'].map(action => ({ collection, action }))),
  ...['directus_activity', 'directus_revisions'].map(collection => ({ collection, action: 'read' })),
];

/** Prepares role, policy, permissions and user, then says in a file that the service may come. */
export const account = async ({ env, services, database, schema }) => {
  const { RolesService, PoliciesService, AccessService, PermissionsService, UsersService } = services;
  const open = Service => new Service({ knex: database, schema });
  const upsert = async (service, row) => {
    const [found] = await service.readByQuery({ filter: { id: { _eq: row.id } }, fields: ['id'] });
    return found ? service.updateOne(row.id, row) : service.createOne(row);
  };
  await upsert(open(RolesService), role);
  await upsert(open(PoliciesService), policy);
  await grantPolicy(open(AccessService));
  await grantPermissions(open(PermissionsService));
  const token = env.POOLKEEPER_TOKEN;
  await upsert(open(UsersService), { ...user, status: 'active', token });
  publish(env.POOLKEEPER_READY_FILE, { url: env.POOLKEEPER_URL, token });
};

const grantPolicy = async access => {
  const filter = { role: { _eq: role.id }, policy: { _eq: policy.id } };
  const [found] = await access.readByQuery({ filter, fields: ['id'] });
  if (!found) await access.createOne({ role: role.id, policy: policy.id });
};

/** The permissions are replaced unless they are exactly the wanted ones, so that nobody widens them for long. */
const grantPermissions = async permissions => {
  const name = ({ collection, action }) => `${collection}.${action}`;
  const filter = { policy: { _eq: policy.id } };
  const held = await permissions.readByQuery({ filter, limit: -1 });
  const plain = held.every(p => !p.permissions && !p.validation && !p.presets && p.fields?.join() === '*');
  if (plain && held.map(name).sort().join() === wanted.map(name).sort().join()) return;
  if (held.length > 0) await permissions.deleteMany(held.map(({ id }) => id));
  await permissions.createMany(wanted.map(p => ({ ...p, policy: policy.id, fields: ['*'] })));
};

/** A file that is whole or absent; only its owner reads the token. */
const publish = (file, content) => {
  if (!file) return;
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
