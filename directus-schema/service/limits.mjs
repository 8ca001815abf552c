// What Directus allows without a licence, counted before a database is upgraded: a database that has more is locked afterwards.
import { appRecommendedPermissions } from '@directus/system-data';
import { isDeepStrictEqual } from 'node:util';

const free = { seats: 3, collections: 25, flows: 5 };
const parsed = value => (typeof value === 'string' ? JSON.parse(value) : value) ?? null;
const isFilled = value => Object.keys(parsed(value) ?? {}).length > 0;
const fieldsOf = ({ fields }) => (typeof fields === 'string' ? fields.split(',') : fields);

/** Active users whose policies, or those of their role or of a role above it, open Directus Studio. */
const seats = async database => {
  const [users, roles, access, policies] = await Promise.all([
    database('directus_users').where({ status: 'active' }).select('id', 'role'),
    database('directus_roles').select('id', 'parent'),
    database('directus_access').select('role', 'user', 'policy'),
    database('directus_policies').select('id', 'admin_access', 'app_access'),
  ]);
  const opening = new Set(policies.filter(p => p.admin_access || p.app_access).map(({ id }) => id));
  const granted = access.filter(({ policy }) => opening.has(policy));
  const parents = new Map(roles.map(({ id, parent }) => [id, parent]));
  const isOpen = ({ id, role }) => {
    const above = new Set();
    for (let at = role; at && !above.has(at); at = parents.get(at)) above.add(at);
    return granted.some(row => row.user === id || above.has(row.role));
  };
  return users.filter(isOpen).length;
};

/** Collections with a table, without Directus's own. */
const collections = async database => {
  const rows = await database('directus_collections').select('*');
  const active = rows.filter(({ collection, status }) => !collection.startsWith('directus_') && (status ?? 'active') === 'active');
  const tables = await Promise.all(active.map(({ collection }) => database.schema.hasTable(collection)));
  return tables.filter(Boolean).length;
};

const flows = async database => (await database('directus_flows').where({ status: 'active' }).select('id')).length;

/** Permissions that are more than "all fields of the collection", unless Directus recommends them for its app. */
const rules = async database => {
  const rows = await database('directus_permissions').select('*');
  const isRule = row => !fieldsOf(row)?.includes('*') || ['permissions', 'validation', 'presets'].some(name => isFilled(row[name]));
  const isRecommended = row =>
    !isFilled(row.validation) && !isFilled(row.presets) && appRecommendedPermissions.some(known =>
      known.action === row.action && known.collection === row.collection &&
      isDeepStrictEqual(known.fields ?? null, fieldsOf(row) ?? null) && isDeepStrictEqual(known.permissions ?? null, parsed(row.permissions)));
  const isNothing = row => [row.fields, row.permissions, row.validation, row.presets].every(value => value === null);
  return rows.filter(row => !isNothing(row) && isRule(row) && !isRecommended(row)).length;
};

const signOns = async database =>
  (await database('directus_users').where({ status: 'active' }).whereNot({ provider: 'default' }).select('id')).length;

/** Whether a licence counts instead: one of the environment, or one that was entered in Studio. */
const isLicensed = async (database, env) => {
  if (env.LICENSE_KEY || env.LICENSE_TOKEN) return true;
  if (!(await database.schema.hasColumn('directus_settings', 'license_key'))) return false;
  return Boolean(await database('directus_settings').whereNotNull('license_key').first());
};

const tooMany = (count, most, what, end) => count > most && `${count} ${what}, ${most} are free without a licence; ${end} ${count - most} or set LICENSE_KEY`;

/** What an upgrade would lock the database for, in sentences; none when all is free or licensed. */
export const excess = async (database, env) => {
  if (await isLicensed(database, env)) return [];
  const [users, tables, active, custom, others] = await Promise.all(
    [seats, collections, flows, rules, signOns].map(count => count(database)));
  return [
    tooMany(users, free.seats, 'Studio accounts are active', 'deactivate'),
    tooMany(tables, free.collections, 'collections exist', 'remove'),
    tooMany(active, free.flows, 'flows are active', 'deactivate'),
    custom > 0 && `${custom} permissions have rules of their own, none may without a licence; remove these rules or set LICENSE_KEY`,
    others > 0 && `${others} accounts sign in by another provider, none may without a licence; deactivate them or set LICENSE_KEY`,
  ].filter(Boolean);
};
