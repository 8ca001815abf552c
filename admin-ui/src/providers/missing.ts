import { pagePath } from './pagePath';

const atMost = 100; // of one report, as the service takes them
const reportEvery = 15_000;

/** How often a text was lacking on a page, by key and page, until the service was told. */
const lacking = new Map<string, number>();

let page = '';
const here = new Set<string>();

/** Notes that a text was shown that does not exist in its language: once for each visit of a page. */
export const missed = (locale: string, key: string) => {
  const path = pagePath(location.pathname);
  if (path !== page) {
    page = path;
    here.clear();
  }
  const id = `${locale} ${key} ${path}`;
  if (here.has(id) || lacking.size >= atMost) return;
  here.add(id);
  lacking.set(id, (lacking.get(id) ?? 0) + 1);
};

/** Tells the service from time to time what was lacking. Who tells comes with the first such text; what cannot be told is seen again. */
export const reportMissing = () =>
  setInterval(() => {
    if (lacking.size === 0) return;
    const found = [...lacking];
    lacking.clear();
    void import('./missingReport').then(m => m.reportMissing(found)).catch(() => undefined);
  }, reportEvery);
