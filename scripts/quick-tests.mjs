// quick-tests failures|summary|left FOLDER: what the events of `go test -json` in tests.log say of the packages in
// affected, and the lines of vitest in panel-tests.log of its files: what failed, how many passed, and which parts of make quick the time was too short for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [what, folder] = process.argv.slice(2);
const lines = name => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);

/** The last line is torn where the time was over. A line that is no event comes from go itself. */
const parse = line => {
  try {
    return JSON.parse(line);
  } catch {
    return { Action: 'unknown', Output: `${line}\n` };
  }
};
const events = lines('tests.log').map(parse);
const packages = lines('affected');
const cut = lines('cut');
const short = name => name.replace(/^[^/]+\//, '').replace(/^extension-service\//, '');
const ended = new Set(events.filter(e => !e.Test && ['pass', 'skip'].includes(e.Action)).map(e => e.Package));

const failures = () => {
  const failed = new Set(events.filter(e => e.Action === 'fail').map(e => `${e.Package} ${e.Test ?? ''}`));
  const isShown = e =>
    ['build-output', 'unknown'].includes(e.Action) || (e.Action === 'output' && failed.has(`${e.Package} ${e.Test ?? ''}`));
  return events.filter(isShown).map(e => e.Output).join('');
};

const summary = () => {
  const tested = ended.size === packages.length ? packages.length : `${ended.size} of ${packages.length}`;
  return `tests of ${tested} Go packages`;
};

/** A package that was interrupted says how far it came. */
const unfinished = name => {
  const passed = events.filter(e => e.Package === name && e.Test && !e.Test.includes('/') && e.Action === 'pass').length;
  return short(name) + (passed ? ` (${passed} tests passed)` : '');
};

const left = () => {
  const parts = cut.filter(step => step !== 'tests' && step !== 'panel-tests');
  if (cut.includes('panel-tests')) parts.push(`panel-tests (${lines('panel-tests.log').filter(line => line.startsWith(' ✓ ')).length} files passed)`);
  if (cut.includes('tests')) parts.push(`tests of ${packages.filter(p => !ended.has(p)).map(unfinished).join(', ')}`);
  return parts.join('; ');
};

console.log({ failures, summary, left }[what]());
