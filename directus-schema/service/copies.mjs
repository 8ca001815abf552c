// Copies of the database from before it is changed. Of a SQLite file the copy is what is changed, and takes its place when all is well.
import { execFile } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail } from './command.mjs';
import { withDatabase } from './database.mjs';
import { creating, digest, folder } from './settings.mjs';

const copies = join(folder, 'copies');
const mostCopies = 3;

const nameNow = end => join(copies, `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${end}`);

/** The oldest copies go, the last three stay. */
const prune = () => readdirSync(copies).sort().slice(0, -mostCopies).forEach(name => rmSync(join(copies, name)));

const isSQLite = env => env.DB_CLIENT === 'sqlite3';
const sideFiles = file => ['-journal', '-wal', '-shm'].map(end => `${file}${end}`);

/** The file that changes are made to: a complete copy of the database, verified, or none yet for a new one. */
const workingFile = async file => {
  const working = `${file}.next`;
  try {
    [working, ...sideFiles(working)].forEach(name => rmSync(name, { force: true }));
    if (!existsSync(file)) return working;
    await withDatabase(file, database => database.raw('VACUUM INTO ?', working));
    const [answer] = await withDatabase(working, database => database.raw('PRAGMA integrity_check'));
    if (answer.integrity_check !== 'ok') throw new Error(answer.integrity_check);
  } catch (err) {
    fail(`no copy of ${file} could be made (${err.message}); nothing was changed`);
  }
  return working;
};

/** What pg_dump needs of our settings; the password is not among the arguments, which everybody on this machine can read. */
const dumpOf = env => {
  const url = env.DB_CONNECTION_STRING ? new URL(env.DB_CONNECTION_STRING) : undefined;
  const password = url ? decodeURIComponent(url.password) : env.DB_PASSWORD;
  if (url) url.password = '';
  const where = url ? [`--dbname=${url}`] : [
    `--host=${env.DB_HOST}`, `--port=${env.DB_PORT || 5432}`, `--username=${env.DB_USER}`, `--dbname=${env.DB_DATABASE}`];
  return { where, password };
};

/** Copies a database that is no file, by its own tool, or refuses unless somebody says that it was copied for this very change. */
const dump = async env => {
  const change = digest(env).slice(0, 8);
  if (env.CONTENT_COPIED === change) return;
  const { where, password } = env.DB_CLIENT === 'pg' ? dumpOf(env) : { where: [] };
  const file = nameNow('dump');
  const args = ['--format=custom', `--file=${file}`, '--no-password', ...where];
  let reason = 'no tool here copies this kind of database';
  if (env.DB_CLIENT === 'pg') {
    try {
      await promisify(execFile)('pg_dump', args, { env: { ...env, PGPASSWORD: password ?? '' } });
      return;
    } catch (err) {
      rmSync(file, { force: true });
      reason = err.code === 'ENOENT' ? 'pg_dump is not here' : (err.stderr || err.message).trim().split('\n')[0];
    }
  }
  fail(`the database is to be changed and could not be copied first (${reason}); nothing was changed. Copy it where its tools are` +
    (env.DB_CLIENT === 'pg' ? `, "pg_dump --format=custom --file=directus.dump ${where.join(' ')}"` : '') +
    `, then start once with CONTENT_COPIED=${change}`);
};

/** Makes the copy and returns the environment of what is to be changed. */
export const copyFirst = async env => {
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  if (isSQLite(env)) return { ...env, DB_FILENAME: await workingFile(env.DB_FILENAME) };
  await dump(env);
  prune();
  return env;
};

/** Puts the changed file in the place of the database, which becomes the newest copy. At every instant one of the two is there. */
export const putInPlace = env => {
  if (!isSQLite(env)) return;
  const file = env.DB_FILENAME;
  const busy = sideFiles(file).find(name => existsSync(name));
  if (busy) fail(`${busy} says that something else uses the database; nothing was changed`);
  if (existsSync(file)) linkSync(file, nameNow('db'));
  renameSync(`${file}.next`, file);
  prune();
};

/** A file that an earlier start did not complete is no database yet; it is moved, not removed. */
export const moveUnfinished = env => {
  if (!isSQLite(env) || !existsSync(creating)) return;
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  if (existsSync(env.DB_FILENAME)) renameSync(env.DB_FILENAME, nameNow('unfinished.db'));
  rmSync(creating);
};
