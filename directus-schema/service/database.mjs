// What the database of the content service is before anything is done to it: which versions have worked on it, and what is in it.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import formatTitle from '@directus/format-title';
import knex from 'knex';
import { getConfigFromEnv } from '@directus/api/utils/get-config-from-env';
import { migrations } from './settings.mjs';

const own = join(dirname(fileURLToPath(import.meta.resolve('@directus/api'))), 'database', 'migrations');
const versionOf = file => file.split('-')[0];
const filesOf = folder => readdirSync(folder).filter(name => /^\d+[A-Z]-[^.]+\.js$/.test(name)).sort();
const versions = folder => filesOf(folder).map(versionOf);

/** A connection of our own, by the same settings that Directus reads. process.env must have them. */
export const connect = filename => {
  const { client, version, searchPath, connectionString, pool, ...rest } = getConfigFromEnv('DB_', { omitPrefix: 'DB_EXCLUDE_TABLES' });
  const connection = client === 'sqlite3' ? { filename } : (connectionString ?? rest);
  return knex({ client: client === 'mysql' ? 'mysql2' : client, version, searchPath, connection, useNullAsDefault: true });
};

/** Opens the database for one piece of work, and closes it. */
export const withDatabase = async (filename, work) => {
  const database = connect(filename);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};

/** How far a database is: whether it has tables of Directus, what this version would still migrate, and what it does not know. */
export const examine = async database => {
  if (!(await database.schema.hasTable('directus_migrations'))) {
    return { isInstalled: false, pending: versions(own), unknown: [] };
  }
  const done = (await database('directus_migrations').select('version')).map(row => row.version);
  const [known, ours] = [versions(own), versions(migrations)];
  return {
    isInstalled: true,
    pending: [...known, ...ours].filter(version => !done.includes(version)),
    unknown: done.filter(version => !known.includes(version) && !ours.includes(version)),
  };
};

/** Runs those of our migrations that the database lacks and records them as Directus does, whose own command takes seconds to load. */
export const migrate = async database => {
  const done = (await database('directus_migrations').select('version')).map(row => row.version);
  for (const name of filesOf(migrations).filter(file => !done.includes(versionOf(file)))) {
    const { up } = await import(pathToFileURL(join(migrations, name)).href);
    await up(database);
    const [version, ...words] = name.slice(0, -'.js'.length).split('-');
    await database('directus_migrations').insert({ version, name: formatTitle(words.join('_')) });
  }
};
