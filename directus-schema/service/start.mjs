// Brings the content service up: database, schema and unique keys when they changed, then Directus in this very process.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fail } from './command.mjs';
import { environment, folder, here, withoutMigrations } from './settings.mjs';
import './parent.mjs';

process.umask(0o077); // what it stores is the owner's alone

/** Directus reports a taken port with a stack; one line says it better, and before the preparation. */
const refuseUsedPort = (host, port) =>
  new Promise(resolve => {
    const probe = connect({ host, port: Number(port) });
    probe.once('connect', () => fail(`port ${port} is in use; set CONTENT_PORT to a free one`));
    probe.once('error', resolve);
  });

/** Of two starts on one folder the second is refused. The name is in no file system and ends with this process, however that ends. */
const refuseSecondStart = () =>
  new Promise(resolve => {
    const name = createHash('sha256').update(realpathSync(folder)).digest('hex');
    const lock = createServer().unref();
    lock.once('error', err => (err.code === 'EADDRINUSE' ? fail(`another Directus uses ${folder}`) : resolve()));
    lock.listen(`\0poolkeeper-content-${name}`, resolve);
  });

/** A Directus of somebody's own has its own schema and its own times for changing it. */
const refuseForeign = url => {
  if (url) fail(`CONTENT_URL names ${new URL(url).host}, a Directus run elsewhere: none is started here, and nothing is applied to that one`);
};

/** PostgreSQL counts in integers of 64 bits, which its driver hands on as texts; with SQLite they are numbers, and so they are here. */
const countInNumbers = async () => {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, text => (Number.isSafeInteger(Number(text)) ? Number(text) : text));
};

try {
  refuseForeign(process.env.CONTENT_URL);
  const env = environment();
  await refuseUsedPort(env.HOST, env.PORT);
  await refuseSecondStart();
  rmSync(env.POOLKEEPER_READY_FILE, { force: true });
  Object.assign(process.env, env, { MIGRATIONS_PATH: withoutMigrations });
  const { prepare } = await import('./prepare.mjs'); // it reads process.env
  await prepare(env);
  if (env.DB_CLIENT === 'pg') await countInNumbers();
} catch (err) {
  fail(err.code === 'EACCES' || err.code === 'EROFS' ? `${folder} cannot be written (${err.code})` : err.message);
}
process.chdir(here);
await import('@directus/api/start');
