// summary FOLDER: shows what failed in a run of scripts/test, and ends with "N passed, N failed".
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const text = name => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
const tail = (log, lines) => log.trimEnd().split('\n').slice(-lines).join('\n');

/** The events of `go test -json`; a line that is none comes from the compiler. */
const goEvents = text('go.json').split('\n').filter(line => line.startsWith('{')).map(line => JSON.parse(line));

/** A test with parts counts by its parts; a package that fails without a failing test (it does not compile) counts as one. */
const goCount = () => {
  const ends = goEvents.filter(e => ['pass', 'fail', 'skip'].includes(e.Action));
  const tests = ends.filter(e => e.Test);
  const name = e => `${e.Package} ${e.Test}`;
  const parents = new Set(tests.flatMap(e => e.Test.split('/').slice(0, -1).map((_, i, parts) => `${e.Package} ${parts.slice(0, i + 1).join('/')}`)));
  const leaves = tests.filter(e => !parents.has(name(e)));
  const broken = ends.filter(e => !e.Test && e.Action === 'fail' && !tests.some(t => t.Package === e.Package && t.Action === 'fail'));
  const count = action => leaves.filter(e => e.Action === action).length;
  return { passed: count('pass'), failed: count('fail') + broken.length, skipped: count('skip') };
};

const goFailures = () => {
  const failed = goEvents.filter(e => e.Action === 'fail');
  const isListed = e => failed.some(f => f.Package === e.Package && (e.Test ?? '') === (f.Test ?? ''));
  const builds = goEvents.filter(e => e.Action === 'build-output');
  return [...builds, ...goEvents.filter(e => e.Action === 'output' && isListed(e))].map(e => e.Output).join('');
};

const panelCount = () => {
  if (!text('panel.json')) return { passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(text('panel.json'));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
};

const panelFailures = () =>
  (text('panel.json') ? JSON.parse(text('panel.json')).testResults : [])
    .filter(file => file.status === 'failed')
    .flatMap(file => [file.message, ...file.assertionResults.filter(a => a.status === 'failed').flatMap(a => [a.fullName, ...a.failureMessages])])
    .join('\n');

const browserCount = run => {
  const last = word => Number(text(`${run}.tap`).match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  return { passed: last('pass'), failed: last('fail') + last('cancelled'), skipped: last('skipped') };
};

const browserRuns = ['browser', 'browser-2'];
const suites = { go: goCount(), panel: panelCount(), ...Object.fromEntries(browserRuns.map(run => [run, browserCount(run)])) };
const failures = { go: goFailures, panel: panelFailures };
/** Node tells at the end of a run what failed and why; all before it is only what went well. */
const logOf = step => {
  const log = text(`${step}.log`);
  return log.slice(Math.max(0, log.indexOf('\n✖ failing tests:')));
};
const failedSteps = text('failed').split('\n').filter(Boolean);
for (const step of failedSteps) {
  console.log(`\n── ${step} ──\n${tail([logOf(step), failures[step]?.() ?? ''].join('\n'), 120)}`);
}

// The reporter tells what a test said as "ℹ …", in the order of the tests.
const triedAgain = browserRuns.flatMap(run => text(`${run}.log`).match(/ℹ tried again: [^\n]+/g) ?? []);
if (triedAgain.length) console.log(`\n${triedAgain.length} tried again\n${triedAgain.join('\n')}`);

/** The ten slowest of a suite, so that one sees where the time went. */
const slowest = (title, timed) => {
  const rows = timed.filter(([, seconds]) => seconds >= 1).sort(([, a], [, b]) => b - a).slice(0, 10);
  if (rows.length) console.log(`\n${title}\n${rows.map(([name, seconds]) => `${seconds.toFixed(0).padStart(6)} s  ${name}`).join('\n')}`);
};

const ended = goEvents.filter(e => ['pass', 'fail'].includes(e.Action) && e.Elapsed);
const short = name => name.replace(/^poolkeeper\.example\//, '');
slowest('The slowest Go packages', ended.filter(e => !e.Test).map(e => [short(e.Package), e.Elapsed]));
slowest('The slowest Go tests', ended.filter(e => e.Test && !e.Test.includes('/')).map(e => [`${short(e.Package)} ${e.Test}`, e.Elapsed]));
slowest(
  'The slowest files of panel tests',
  (text('panel.json') ? JSON.parse(text('panel.json')).testResults : []).map(file => [file.name.replace(/^.*\/src\//, ''), (file.endTime - file.startTime) / 1000]),
);
// A scenario without parts of its own: what is described around it has the sum of theirs.
const scenarios = [...browserRuns.map(run => text(`${run}.tap`)).join('').matchAll(/^ *(?:not )?ok \d+ - (.+)\n *---\n *duration_ms: ([\d.]+)\n(?: *(type): '?(\w+)'?\n)?/gm)];
slowest('The slowest scenarios', scenarios.filter(([, , , , type]) => type !== 'suite').map(([, name, ms]) => [name, Number(ms) / 1000]));

const sum = what => Object.values(suites).reduce((total, suite) => total + suite[what], 0);
// A step without tests of its own, or one that failed before its first test, is one failure.
const other = failedSteps.filter(step => !suites[step]?.failed).length;
let failed = sum('failed') + other;
for (const [name, suite] of Object.entries(suites)) {
  if (suite.passed + suite.failed > 0 || failedSteps.includes(name)) continue;
  console.log(`\nno ${name} test ran`);
  failed += 1;
}
console.log(`\n${sum('passed')} passed, ${failed} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
