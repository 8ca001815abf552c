// What a person waits for, measured in a real browser as part of `make bench`: how long the first row of a list takes in a
// browser that has nothing yet, signed in, on a fast and on a slow machine, beside PocketBase's own screens, and how long the
// next page takes. Prints JSON lines. The addresses and sessions come from the environment, see scripts/measure.
import { chromium } from 'playwright-core';
import { executablePath } from './chromium.mjs';

const { OURS, OURS_USER, OURS_PASSWORD, THEIRS, THEIRS_SESSION } = process.env;
const rounds = 5;
const window = { width: 1280, height: 800 };

/** A phone's processor and network: four times slower, and Fast 3G as the browser's own tools name it. */
const slow = { cpu: 4, network: { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 } };

const signIn = async context => {
  const answer = await context.request.post(`${OURS}/api/authorize`, {
    data: { username: OURS_USER, password: OURS_PASSWORD }, headers: { 'X-Requested-With': 'admin-panel' },
  });
  if (!answer.ok()) throw new Error(await answer.text());
};

const ours = { url: `${OURS}/projects/list`, row: 'tbody tr[data-row] th a', prepare: signIn };
const theirs = {
  url: `${THEIRS}/_/#/collections?collection=projects`,
  row: 'tbody tr.row-handle td.col-field-title',
  prepare: context => context.addInitScript(session => localStorage.setItem('__pb_superuser_auth__', session), THEIRS_SESSION),
};

/** Notes when something stands in the first row and has been painted. */
const watchFirstRow = row => {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(row)?.textContent.trim()) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.firstRow = performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true, characterData: true });
};

/** After how many milliseconds the first row was painted, and how many requests had begun by then, that of the page among them. */
const untilFirstRow = () => {
  const begun = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < globalThis.firstRow);
  return { millis: globalThis.firstRow, requests: 1 + begun.length };
};

const throttle = async (devtools, { cpu, network }) => {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await devtools.send('Network.emulateNetworkConditions', network);
};

/** Opens the list in a browser of its own. */
const firstRow = async ({ url, row, prepare }, pace) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: window });
    await prepare(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (pace) await throttle(devtools, pace);
    const spent = { kB: 0 };
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (spent.kB += encodedDataLength / 1000));
    await page.addInitScript(watchFirstRow, row);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.firstRow > 0, null, { timeout: 120_000, polling: 50 });
    return { ...(await page.evaluate(untilFirstRow)), ...spent };
  } finally {
    await browser.close();
  }
};

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const middle = runs => Object.fromEntries(Object.keys(runs[0]).map(name => [name, Math.round(median(runs.map(run => run[name])))]));
const printLine = line => console.log(JSON.stringify(line));

/** Lets the two take turns. */
const compare = async (name, pace) => {
  const [mine, other] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await firstRow(ours, pace));
    if (THEIRS) other.push(await firstRow(theirs, pace));
  }
  const service = middle(mine);
  const pocketBase = THEIRS ? middle(other) : undefined;
  printLine({ case: name, service, pocketBase, ratio: pocketBase && service.millis / pocketBase.millis });
};

/** Goes to the next page and says after how many milliseconds what is in sight of it was painted, and the whole of it. */
const turnPage = () =>
  new Promise(done => {
    const first = () => document.querySelector('tbody tr[data-row]').dataset.row;
    const [before, began] = [first(), performance.now()];
    const painted = () => new Promise(next => requestAnimationFrame(() => setTimeout(() => next(performance.now() - began))));
    let inSight;
    const watcher = new MutationObserver(() => {
      if (first() === before || document.querySelectorAll('tbody tr[data-row]').length < 100) return;
      inSight ??= painted();
      if (document.querySelector('section.tw').ariaBusy === 'true') return; // the rest of the rows is still to come
      watcher.disconnect();
      void Promise.all([inSight, painted()]).then(done);
    });
    watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
    document.querySelector('nav.pager .steps button:last-child').click();
  });

const nextPage = async list => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const turns = [];
  try {
    const context = await browser.newContext({ viewport: window });
    await signIn(context);
    const page = await context.newPage();
    await page.goto(`${OURS}${list}?per-page=100`);
    await page.locator('tbody tr[data-row]').nth(99).waitFor();
    while (turns.length < 4 * rounds) {
      turns.push(await page.evaluate(turnPage));
      await page.waitForLoadState('networkidle');
    }
  } finally {
    await browser.close();
  }
  const [inSight, complete] = [0, 1].map(at => turns.map(turn => turn[at]));
  const service = { millis: Math.round(median(inSight)), whole: Math.round(median(complete)), worst: Math.round(Math.max(...complete)) };
  printLine({ case: `next page of 100 rows, ${list}`, service });
};

await compare('first row of the project list, cold');
await compare('first row of the project list, cold, processor 4 times slower, Fast 3G', slow);
await nextPage('/projects/list');
await nextPage('/users/freelancers');
