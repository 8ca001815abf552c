// Takes the snapshot of the local database with the very version that will apply it; the next start does not apply it again.
import { execFileSync } from 'node:child_process';
import { cli, environment, folder, here, markPrepared, snapshot } from './settings.mjs';
import { join } from 'node:path';

const env = environment();
execFileSync(process.execPath, [cli, 'schema', 'snapshot', '--yes', snapshot], {
  cwd: here,
  env: { ...env, MIGRATIONS_PATH: join(folder, 'no-migrations') },
  stdio: 'inherit',
});
markPrepared(env);
