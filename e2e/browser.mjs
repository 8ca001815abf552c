// The browser, and what every scenario needs of a page.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { executablePath } from './chromium.mjs';
import { results, startProduct } from './product.mjs';

const password = 'poolkeeper-demo-2026';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// The README's pictures change with every day's demo data, so they are replaced only when asked for.
const pictures = process.env.PICTURES ? resolve(import.meta.dirname, '..', 'docs', 'screenshots') : join(results, 'pictures');

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** The sizes that every screen is shown in; axe looks at each in both themes. */
export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
export const sizes = [desk, phone];
export const sizeName = ({ width }) => `${width} px`;

// How long a step may take on a machine that has much else to do; nothing waits for it while all is well.
const patience = 40_000;

let browser;
/** The running product: its address, and how its Directus is reached. */
export let product;

before(async () => {
  mkdirSync(results, { recursive: true });
  product = process.env.E2E_URL ? { url: process.env.E2E_URL, data: process.env.E2E_DATA, stop: () => {} } : await startProduct();
  browser = await chromium.launch({ executablePath, args: flags });
});

const end = async () => {
  await browser?.close();
  await product?.stop();
};

// A run that takes its files one by one seems to be over after each of them.
if (!process.env.E2E_CLAIMS) after(end);

/** Everything a page must not do: log an error, throw, get a 5xx, ask another host, or break its content policy. */
const watch = (page, allowed, own) => {
  const wrong = [];
  page.on('pageerror', err => wrong.push(`thrown: ${err.message}`));
  page.on('console', message => {
    const isAllowed = allowed.some(pattern => pattern.test(message.text()));
    if (['error', 'warning'].includes(message.type()) && !isAllowed) wrong.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('response', answer => {
    const text = `Failed to load resource: the server responded with a status of ${answer.status()} `;
    if (answer.status() >= 500 && !allowed.some(pattern => pattern.test(text))) wrong.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !own.includes(origin)) wrong.push(`asked another host: ${request.url()}`);
  });
  return wrong;
};

/** Chromium logs every 4xx answer as an error; a scenario that provokes one says so. */
export const status = code => new RegExp(`^Failed to load resource: the server responded with a status of ${code} `);

const openPage = async ({ theme = 'light', size = desk, locale = 'en', offline = false }, url) => {
  const context = await browser.newContext({ baseURL: url, viewport: size, reducedMotion: 'reduce', acceptDownloads: true, offline, locale });
  await context.addCookies([
    { name: 'darkTheme', value: String(theme === 'dark'), url },
    { name: 'locale', value: locale, url },
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  return page;
};

/** Signs in through the call the login page uses; the session is in the page's cookies then. */
export const signIn = async (page, account) => {
  const answer = await page.request.post('/api/authorize', {
    data: { username: `${account}@poolkeeper.example`, password },
    headers: { 'X-Requested-With': 'admin-panel' },
  });
  assert.equal(answer.status(), 200, await answer.text());
  return (await answer.json()).access_token;
};

/** Signs in as a person does. */
export const signInByHand = async (page, account, secret = password) => {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(`${account}@poolkeeper.example`);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
};

/**
 * A test with a page of its own.
 * @param {string} name what the person sees or does
 * @param {{as?: string, theme?: string, size?: object, at?: string, locale?: string, errors?: RegExp[], minutes?: number, of?: () => {url: string, others?: string[]}}} how
 *   the account, the look, the address to begin at, the console errors that the scenario provokes, how long it may take where
 *   that is more than usual, and another product with
 *   the origins it asks besides its own
 * @param {(page: import('playwright-core').Page, token?: string) => Promise<void>} run
 */
export const scenario = (name, how, run) => {
  const timeout = tries * (how.minutes ? how.minutes * 60_000 : 6 * patience);
  const ended = new Promise(end => {
    after(end); // of a suite whose preparation fails no scenario is begun
    test(name, { timeout }, t => {
      t.signal.addEventListener('abort', end); // a scenario that ran out of time never settles
      return tried(t, name, () => play(name, how, run)).finally(end);
    });
  });
  declared.push(ended);
};

const declared = [];
/** Waits until all scenarios that were declared so far have ended; the last time, it ends what they share. */
export const allDone = async isLast => {
  await Promise.all(declared);
  if (isLast) await end();
};

const tried = async (t, name, play) => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await play();
    } catch (err) {
      if (left === 0) throw err;
      t.diagnostic(`tried again: ${name}: ${err.message.replace(/\s+/g, ' ')}`);
    }
  }
};

/** How often a scenario may be tried. What passes only then is told at the end of the whole run, so that it gets mended. */
const tries = Number(process.env.E2E_TRIES ?? 1);

const play = async (name, how, run) => {
  const { url, others = [] } = how.of?.() ?? product;
  const page = await openPage(how, url);
  const wrong = watch(page, how.errors ?? [], [url, ...others]);
  try {
    const token = how.as && (await signIn(page, how.as));
    if (how.at) await page.goto(how.at);
    await run(page, token);
    assert.deepEqual(wrong, [], 'the page stays quiet');
  } catch (err) {
    const file = join(results, `${name.replace(/[^\w]+/g, '-')}.png`);
    await page.screenshot({ path: file }).catch(() => {});
    throw new Error(`${err.message}\nwrong: ${JSON.stringify(wrong)}\npicture: ${file}`, { cause: err });
  } finally {
    await page.context().close();
  }
};

/** Waits until everything that was asked for is there: nothing stands in for it any more, but for the samples of the UI guidelines. */
export const settled = page =>
  page.waitForFunction(() => ![...document.querySelectorAll('.sk, [aria-busy=true]')].some(part => !part.closest('.guide-r')));

/** Does something in both themes, one after the other, and leaves the page in the one it was in. */
export const inBothThemes = async (page, act) => {
  const show = theme =>
    page.evaluate(async name => {
      document.documentElement.dataset.theme = name;
      await new Promise(requestAnimationFrame); // transitions begin with the next frame
      await new Promise(requestAnimationFrame);
      const transitions = document.getAnimations().filter(each => each instanceof CSSTransition);
      await Promise.allSettled(transitions.map(each => each.finished));
    }, theme);
  const shown = await page.evaluate(() => document.documentElement.dataset.theme);
  await act(shown);
  const other = shown === 'dark' ? 'light' : 'dark';
  await show(other);
  await act(other);
  await show(shown);
};

/** Finds nothing to complain about by axe's rules for WCAG 2.2 AA and its best practices, in both themes, once the page has settled. */
export const axe = async (page, where = '') => {
  await settled(page);
  await axeNow(page, where);
};

/** Another theme changes colours and nothing else. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** The same for what the page shows at the moment. */
export const axeNow = async (page, where = '') => {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axeSource);
  let rules = everyRule;
  await inBothThemes(page, async theme => {
    await axeBy(page, rules, `${where}, ${theme}`);
    rules = rulesOfColour;
  });
};

const axeBy = async (page, rules, where) => {
  const { violations } = await page.evaluate(runOnly => window.axe.run(document, { runOnly, resultTypes: ['violations'] }), rules);
  const reported = violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.target.join(' ')} ${n.any.concat(n.all, n.none).map(c => c.message).join('; ')}`));
  assert.deepEqual(reported, [], `axe ${where}`);
};

/** Nothing may stick out at the side. */
export const fits = async page => {
  const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= room, `the page is ${content} px wide in a window of ${room}`);
};

/** Somebody else's browser beside the page of a scenario, signed in; whoever asks for it closes its context. */
export const beside = async account => {
  const page = await openPage({}, product.url);
  await signIn(page, account);
  return page;
};

/** A browser that keeps its profile in a folder, so that it can be closed and opened again as a person does. */
export const openProfile = async folder => {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath, args: flags, baseURL: product.url, viewport: desk, reducedMotion: 'reduce', locale: 'en',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(patience);
  return page;
};

/** Takes pictures in both themes. */
export const pictureInBothThemes = (page, name) => inBothThemes(page, theme => picture(page, `${name}-${theme}`));

/** Takes a picture for the documentation, of the page or of a part of it. */
export const picture = async (page, name, part = page) => {
  const path = join(pictures, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await part.screenshot({ path, animations: 'disabled' });
};

/** A call of the service with the token of signIn. */
export const call = async (page, token, method, path, data) => {
  const answer = await page.request.fetch(path, { method, data, headers: { Authorization: `Bearer ${token}` } });
  assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? undefined : answer.json();
};

export { password };
