// Takes the snapshot of the local database with the very version that will apply it; the next start does not apply it again.
// There is one for each kind of database.
import { execFileSync } from 'node:child_process';
import { cli, environment, here, markPrepared, snapshotOf, withoutMigrations } from './settings.mjs';

const env = environment();
execFileSync(process.execPath, [cli, 'schema', 'snapshot', '--yes', snapshotOf(env)], {
  cwd: here,
  env: { ...env, MIGRATIONS_PATH: withoutMigrations },
  stdio: 'inherit',
});
markPrepared(env);
