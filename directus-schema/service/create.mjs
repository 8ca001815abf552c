// Makes a new SQLite database in this very process: loading Directus once more for each of its commands takes longer than what they do.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import getDatabase from '@directus/api/database/index';
import runMigrations from '@directus/api/database/migrations/run';
import runSeed from '@directus/api/database/seeds/run';
import { getLicenseManager } from '@directus/api/license/index';
import { createAdmin } from '@directus/api/utils/create-admin';
import { getSchema } from '@directus/api/utils/get-schema';
import { applySnapshot } from '@directus/api/utils/schema/apply-snapshot';
import { migrate } from './database.mjs';
import { creating, seed, snapshotOf } from './settings.mjs';

const readJSON = file => JSON.parse(readFileSync(file, 'utf8'));

/** The texts of one language, of all areas: key → text. */
const textsIn = locale => {
  const folder = join(seed, locale);
  return Object.assign({}, ...readdirSync(folder).map(area => readJSON(join(folder, area))));
};

/** The shipped texts as rows, like the service adds them where they are missing; shippedRows in row.go of engine/content. */
const shippedRows = () => {
  const source = textsIn('en');
  const digests = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, createHash('sha256').update(text).digest('hex')]));
  const dateUpdated = new Date();
  return readdirSync(seed).flatMap(locale =>
    Object.entries(textsIn(locale)).map(([messageKey, messageValue]) => (
      { locale, messageKey, messageValue, state: 'TRANSLATED', sourceHash: digests[messageKey] ?? null, dateUpdated })));
};

/** A database that is not complete is thrown away, so nothing of it has to be on the disk before all of it is. */
const hurry = async (database, work) => {
  await database.raw('PRAGMA synchronous = OFF');
  await database.raw('PRAGMA journal_mode = MEMORY');
  await work();
  await database.raw('PRAGMA journal_mode = DELETE');
  await database.raw('PRAGMA synchronous = FULL');
};

const sync = file => {
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
};

/** Creates tables, the developer's account, collections and texts. One that was interrupted is set aside by the next start. */
export const create = async env => {
  writeFileSync(creating, '');
  const database = getDatabase();
  await hurry(database, async () => {
    await runSeed(database);
    await runMigrations(database, 'latest', false);
    await createAdmin(await getSchema());
    await getLicenseManager().initialize();
    await applySnapshot(load(readFileSync(snapshotOf(env), 'utf8')), { database });
    await migrate(database);
    await database.batchInsert('d_translation_keys', shippedRows(), 500);
  });
  sync(env.DB_FILENAME);
  rmSync(creating);
};
