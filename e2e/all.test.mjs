// Every scenario in one process, so that they share one product and one browser. To run some of them, by their names or by
// those of their files:
//   node --test --test-name-pattern='palette' e2e/all.test.mjs
//   SCENARIOS='^1[67]' node --test e2e/all.test.mjs
// Processes with a product each share the files where E2E_CLAIMS is a folder: each takes the next that none has taken, so that all
// end at about the same time.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allDone } from './browser.mjs';

const wanted = new RegExp(process.env.SCENARIOS ?? '');
const claims = process.env.E2E_CLAIMS;

const isMine = file => {
  if (!claims) return true;
  try {
    mkdirSync(join(claims, file));
    return true;
  } catch (err) {
    if (err.code === 'EEXIST') return false;
    throw err;
  }
};

const files = readdirSync(new URL('scenarios/', import.meta.url)).sort();
for (const file of files.filter(name => wanted.test(name))) {
  if (!isMine(file)) continue;
  await import(`./scenarios/${file}`);
  if (claims) await allDone();
}
if (claims) await allDone(true);
