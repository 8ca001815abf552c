// Directus's own command line, and the refusals of our own.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { pathToFileURL } from 'node:url';
import { cli, here, snapshotOf } from './settings.mjs';

/** Ends the start with one line that says why. */
export const fail = text => {
  console.error(`content: ${text}`);
  process.exit(1);
};

/** Runs one command and returns what it printed; a command that fails ends the start. */
export const directus = async (env, ...args) => {
  const watched = ['--import', pathToFileURL(join(here, 'parent.mjs')).href, cli, ...args];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, watched, { cwd: here, env, maxBuffer: 1 << 26 });
    return stripVTControlCharacters(stdout);
  } catch (err) {
    const said = (err.stderr || err.stdout || err.message).trim().split('\n').slice(-15).join('\n');
    return fail(`"${args.join(' ')}" did not work: ${said}`);
  }
};

/** What the operator has named to stay as it is in the database although the snapshot lacks it. */
const ignored = () => (process.env.CONTENT_IGNORE ? ['--ignoreRules', process.env.CONTENT_IGNORE] : []);

export const apply = env => directus(env, 'schema', 'apply', '--yes', ...ignored(), snapshotOf(env));

const heading = 'The following changes will be applied:';

/** What applying the snapshot would change, line by line, and which of that deletes something. Nothing is changed. */
export const planned = async env => {
  const said = (await directus({ ...env, LOG_LEVEL: 'error' }, 'schema', 'apply', '--dry-run', ...ignored(), snapshotOf(env))).trim();
  if (said && !said.startsWith(heading)) fail(`Directus does not say what it would change: ${said.split('\n')[0]}`);
  const changes = said.split('\n').slice(1).map(line => line.trim()).filter(line => line.startsWith('- '));
  const deletes = changes.filter(line => line.startsWith('- Delete ')).map(line => line.slice('- Delete '.length));
  return { changes, deletes };
};
