// What Directus is told: everything comes from a few settings of ours, the rest has one right answer here.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));

/** The snapshot for a kind of database: how columns are called, and what is known of them, differs. */
export const snapshotOf = env => join(here, '..', env.DB_CLIENT === 'pg' ? 'snapshot.postgres.yaml' : 'snapshot.yaml');

export const migrations = join(here, 'migrations');

/** The shipped texts, a folder for each language. */
export const seed = join(here, '..', 'seed');
export const cli = join(here, 'node_modules', '@directus', 'api', 'dist', 'cli', 'run.js');

const repository = join(here, '..', '..');
export const folder = join(resolve(process.env.DATA_DIR || join(repository, 'data')), 'content');
const stamp = join(folder, 'prepared');

/** Where Directus looks for migrations of ours, which it would run before their tables exist; it never exists. */
export const withoutMigrations = join(folder, 'without-migrations');

/** A file that is there while a new database is made. */
export const creating = join(folder, 'creating');

/** The secrets of this installation: made once, readable by its owner only. */
const secrets = () => {
  const file = join(folder, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (err) {
    if (err.code !== 'ENOENT') throw new Error(`${file} cannot be read: ${err.message}`);
  }
  const made = Object.fromEntries(['secret', 'token', 'password'].map(name => [name, randomBytes(24).toString('base64url')]));
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return made;
};

/** The environment of Directus. DB_* pass through, so that another database than the SQLite file is only a setting. */
export const environment = () => {
  mkdirSync(join(folder, 'uploads'), { recursive: true, mode: 0o700 });
  const { secret, token, password } = secrets();
  const host = process.env.CONTENT_HOST || '127.0.0.1';
  const port = process.env.CONTENT_PORT || '8055';
  const panel = `http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || '8080'}`;
  return {
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(folder, 'directus.db'),
    ...process.env,
    NODE_ENV: 'production',
    CONFIG_PATH: join(folder, 'none.env'),
    HOST: host,
    PORT: port,
    PUBLIC_URL: process.env.CONTENT_PUBLIC_URL || `http://${host}:${port}`,
    SECRET: process.env.CONTENT_SECRET || secret,
    ADMIN_EMAIL: process.env.CONTENT_ADMIN_EMAIL || 'developer@example.com',
    ADMIN_PASSWORD: process.env.CONTENT_ADMIN_PASSWORD || password,
    TEMP_PATH: join(folder, 'temporary'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
    EXTENSIONS_PATH: join(here, 'extensions'),
    TELEMETRY: 'false',
    PROJECT_OWNER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    GRAPHQL_INTROSPECTION: 'false',
    MAX_PAYLOAD_SIZE: '4mb',
    QUERY_LIMIT_MAX: '-1',
    LOG_LEVEL: process.env.CONTENT_LOG_LEVEL || 'error',
    LOG_STYLE: 'raw',
    POOLKEEPER_TOKEN: process.env.CONTENT_TOKEN || token,
    POOLKEEPER_URL: `http://${host}:${port}`,
    POOLKEEPER_READY_FILE: join(folder, 'service.json'),
    POOLKEEPER_WAKE_URL: process.env.CONTENT_WAKE_URL || `${panel}/napi/content/wake`,
  };
};

/** A digest of all that the preparation depends on: a start with the same digest has nothing to prepare. */
export const digest = env => {
  const files = [snapshotOf(env), join(here, 'package-lock.json'), ...readdirSync(migrations).sort().map(name => join(migrations, name))];
  const hash = createHash('sha256').update(`${env.DB_CLIENT} ${env.DB_HOST ?? ''} ${env.DB_DATABASE ?? ''} ${env.DB_FILENAME}`);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** Whether this very database already has the tables these files describe. */
export const isPrepared = env => {
  const exists = env.DB_CLIENT !== 'sqlite3' || existsSync(env.DB_FILENAME);
  return exists && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(env);
};

/** Remembers that the database is as these files describe it. */
export const markPrepared = env => writeFileSync(stamp, digest(env));

/** Forgets it, before the database is changed. */
export const unmark = () => rmSync(stamp, { force: true });
