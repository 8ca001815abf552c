// Every scenario in one process, so that they share one product and one browser. To run some of them, by their names or by
// those of their files:
//   node --test --test-name-pattern='palette' e2e/all.test.mjs
//   SCENARIOS='^1[67]' node --test e2e/all.test.mjs
import { readdirSync } from 'node:fs';

const wanted = new RegExp(process.env.SCENARIOS ?? '');
const files = readdirSync(new URL('scenarios/', import.meta.url)).sort();
for (const file of files.filter(name => wanted.test(name))) await import(`./scenarios/${file}`);
