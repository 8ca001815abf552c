// Brings the content service up: database, schema and unique keys when they changed, then Directus in this very process.
import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { cli, environment, folder, here, isPrepared, markPrepared, migrations, snapshot } from './settings.mjs';
import './parent.mjs';

process.umask(0o077); // what it stores is the owner's alone

const fail = text => {
  console.error(`content: ${text}`);
  process.exit(1);
};

/** One command of Directus's own command line, which is silent unless it fails. */
const directus = async (env, ...args) => {
  const watched = ['--import', pathToFileURL(join(here, 'parent.mjs')).href, cli, ...args];
  try {
    await promisify(execFile)(process.execPath, watched, { cwd: here, env, maxBuffer: 1 << 26 });
  } catch (err) {
    fail(`"${args.join(' ')}" did not work: ${(err.stderr || err.stdout || err.message).trim().split('\n').slice(-15).join('\n')}`);
  }
};

/** Creates the tables. A database whose first bootstrap was cut short has no admin and never gets one, so it goes. */
const bootstrap = async env => {
  const creating = join(folder, 'creating');
  const file = env.DB_CLIENT === 'sqlite3' && env.DB_FILENAME;
  if (file && existsSync(creating)) rmSync(file, { force: true });
  if (file && !existsSync(file)) writeFileSync(creating, '');
  await directus(env, 'bootstrap');
  rmSync(creating, { force: true });
};

/** Brings the tables up to date. Composite unique keys cannot be stated in a snapshot, so they come after it. */
const prepare = async env => {
  if (isPrepared(env)) return;
  const before = { ...env, MIGRATIONS_PATH: join(folder, 'no-migrations') };
  await bootstrap(before);
  await directus(before, 'schema', 'apply', '--yes', snapshot);
  await directus({ ...env, MIGRATIONS_PATH: migrations }, 'database', 'migrate:latest');
  markPrepared(env);
};

/** Directus reports a taken port with a stack; one line says it better, and before the preparation. */
const refuseTakenPort = (host, port) =>
  new Promise(resolve => {
    const probe = connect({ host, port: Number(port) });
    probe.once('connect', () => fail(`port ${port} is in use; set CONTENT_PORT to a free one`));
    probe.once('error', resolve);
  });

try {
  const env = environment();
  rmSync(env.POOLKEEPER_READY_FILE, { force: true });
  await refuseTakenPort(env.HOST, env.PORT);
  await prepare(env);
  Object.assign(process.env, env, { MIGRATIONS_PATH: migrations });
} catch (err) {
  fail(err.code === 'EACCES' || err.code === 'EROFS' ? `${folder} cannot be written (${err.code})` : err.message);
}
process.chdir(here);
await import('@directus/api/start');
