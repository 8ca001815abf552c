// Every scenario in one process, so that they share one product and one browser. To run some of them:
//   node --test --test-name-pattern='palette' e2e/all.test.mjs
import { readdirSync } from 'node:fs';

for (const file of readdirSync(new URL('scenarios/', import.meta.url)).sort()) await import(`./scenarios/${file}`);
