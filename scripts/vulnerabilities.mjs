// vulnerabilities.mjs go|FOLDER [ACCEPTED] <JSON: reads what govulncheck or npm audit has found, and fails unless each weakness is
// accepted in ACCEPTED (vulnerabilities.json): [{ "id", "in": "go" or the folder, "why", "until": "2027-03-01" }].
import { readFileSync } from 'node:fs';

const ranks = ['info', 'low', 'moderate', 'high', 'critical'];

/** Values of JSON that stand one after the other, each laid out over several lines. */
const values = text => text.split(/^(?=\{)/m).filter(part => part.trim()).map(part => JSON.parse(part));

/** What govulncheck found that our code can call, by its id: its findings without a function are of modules only. */
function foundInGo(text) {
  const said = values(text);
  if (!said.some(m => m.config)) throw new Error('this is no answer of govulncheck');
  const titles = new Map(said.filter(m => m.osv).map(m => [m.osv.id, m.osv.summary]));
  const reached = said.map(m => m.finding).filter(f => f?.trace?.[0]?.function);
  return new Map(reached.map(f => [f.osv, `${f.trace[0].module}: ${titles.get(f.osv)}`]));
}

/** What npm audit found, by the id of the advisory. */
function foundInPackages(text) {
  const { vulnerabilities } = JSON.parse(text);
  if (!vulnerabilities) throw new Error(`npm audit gave no list: ${text.slice(0, 200)}`);
  const causes = Object.values(vulnerabilities).flatMap(({ via }) => via).filter(via => via.url);
  const grave = causes.filter(via => ranks.indexOf(via.severity) >= ranks.indexOf('moderate'));
  return new Map(grave.map(via => [via.url.split('/').pop(), `${via.name} ${via.range}, ${via.severity}: ${via.title}`]));
}

const [where, list = new URL('vulnerabilities.json', import.meta.url)] = process.argv.slice(2);
const accepted = JSON.parse(readFileSync(list, 'utf8')).filter(a => a.in === where);
const unexplained = accepted.find(a => !a.id || !a.why || !/^\d{4}-\d\d-\d\d$/.test(a.until));
if (unexplained) throw new Error(`${unexplained.id}: what is accepted has an id, a reason and a date`);

const text = readFileSync(0, 'utf8');
const found = where === 'go' ? foundInGo(text) : foundInPackages(text);
const today = new Date().toISOString().slice(0, 10);
const isAccepted = id => accepted.some(a => a.id === id && a.until >= today);
const open = [...found].filter(([id]) => !isAccepted(id));
const gone = accepted.filter(a => !found.has(a.id));

for (const [id, title] of open) console.log(`${where}: ${id} ${title}`);
for (const { id } of gone) console.log(`${where}: ${id} is accepted and was not found: remove it from the list`);
console.log(`${where}: ${found.size} found, ${found.size - open.length} of them accepted`);
process.exitCode = open.length + gone.length > 0 ? 1 : 0;
