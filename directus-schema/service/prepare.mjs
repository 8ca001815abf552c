// Brings the database to what this version needs, and never destroys anything in it: what cannot be done without is refused.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply, directus, fail, planned } from './command.mjs';
import { copyFirst, putInPlace, moveUnfinished } from './copies.mjs';
import { examine, migrate, withDatabase } from './database.mjs';
import { excess } from './limits.mjs';
import { folder, here, isPrepared, markPrepared, unmark, withoutMigrations } from './settings.mjs';

const version = () => JSON.parse(readFileSync(join(here, 'node_modules', 'directus', 'package.json'), 'utf8')).version;

/** Refuses what this version must not work on. Returns how far the database is. */
const inspect = env =>
  withDatabase(env.DB_FILENAME, async database => {
    const found = await examine(database);
    if (found.unknown.length > 0) {
      fail(`a newer version than Directus ${version()} has worked on this database (${found.unknown.join(', ')}), and this one would ` +
        'delete what it does not know; nothing was changed. Start the newer version, or restore a copy from before it');
    }
    if (found.isInstalled && found.pending.length > 0) {
      const reasons = await excess(database, env);
      if (reasons.length > 0) {
        fail(`Directus ${version()} would lock this database, so it was not upgraded and nothing was changed: ${reasons.join('; ')}`);
      }
    }
    return found;
  });

const refuseDeletes = ({ deletes }, state = 'nothing was changed') => {
  if (deletes.length === 0) return;
  fail(`this start would delete ${deletes.join(', ')}, which the database has and snapshot.yaml does not; ${state}. ` +
    'Start the version that made it and pull its schema, or start with ' +
    `CONTENT_IGNORE=${deletes.map(name => name.split(' ')[0]).join(',')} to leave it as it is`);
};

/**
 * Stops Directus 11 as our versions before this one started it: they looked here for migrations before they applied a snapshot, which
 * would have deleted every text of a database that Directus 12 has worked on.
 */
const stopOlderVersions = () => {
  const place = join(folder, 'no-migrations');
  const file = join(place, '99991231Z-newer-version.mjs');
  if (existsSync(file)) return;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const reason = 'a newer version of Poolkeeper has worked on this database with Directus 12; start that version, or restore a copy';
  writeFileSync(file, `export const up = () => {\n  Error.stackTraceLimit = 0;\n  throw new Error('${reason}');\n};\n`);
};

/** Whether a database that all known migrations have run on is as the snapshot says. */
const isCurrent = async (env, found) => {
  if (!found.isInstalled || found.pending.length > 0) return false;
  const plan = await planned(env);
  refuseDeletes(plan);
  return plan.changes.length === 0;
};

/** From here on the database is one of this version. */
const claim = () => {
  stopOlderVersions();
  unmark();
};

/** Composite unique keys cannot be stated in a snapshot, so they come after it. */
const upgrade = async (env, found) => {
  const bare = { ...env, MIGRATIONS_PATH: withoutMigrations };
  if (await isCurrent(bare, found)) return claim();
  const changed = await copyFirst(bare);
  const isInPlace = changed.DB_FILENAME === env.DB_FILENAME;
  if (isInPlace) claim();
  await directus(changed, 'bootstrap');
  if (found.isInstalled) refuseDeletes(await planned(changed), isInPlace ? 'only the tables of Directus itself were migrated' : undefined);
  await apply(changed);
  await withDatabase(changed.DB_FILENAME, migrate);
  claim();
  return putInPlace(env);
};

/** Makes the database ready for a start. */
export const prepare = async env => {
  moveUnfinished(env);
  const isNew = env.DB_CLIENT === 'sqlite3' && !existsSync(env.DB_FILENAME);
  if (isNew) {
    claim();
    const { create } = await import('./create.mjs');
    await create(env);
    return markPrepared(env);
  }
  const found = await inspect(env);
  if (found.isInstalled && found.pending.length === 0 && isPrepared(env)) return;
  await upgrade(env, found);
  return markPrepared(env);
};
