import { currentLocation } from '../router/history';
import { pagePath } from './pagePath';

const atMost = 1000; // texts of one report: the service takes no longer one
const reportEvery = 15_000;

interface Sighting {
  route: string;
  key: string;
}

/** The texts that each page has shown since the panel was opened, and those of them that the service was not told of. */
const shown = new Map<string, Set<string>>();
let news: Sighting[] = [];

let path: string | undefined;
let route = '';
let here = new Set<string>();

/** Notes that the page shows a text. It is called with every text, so all but the first time must cost next to nothing. */
export const saw = (key: string) => {
  const { pathname } = currentLocation(); // the browser's own takes a hundred times as long
  if (pathname !== path) {
    path = pathname;
    route = pagePath(path);
    here = shown.get(route) ?? new Set();
    shown.set(route, here);
  }
  if (here.has(key)) return;
  here.add(key);
  news.push({ route, key });
};

/** Tells the service from time to time which pages show which texts, so that who translates can look at them there. */
export const reportSeen = () => setInterval(() => void reportBatch().catch(() => undefined), reportEvery);

const reportBatch = async () => {
  const [batch, rest] = [news.slice(0, atMost), news.slice(atMost)];
  if (batch.length === 0) return;
  news = rest;
  const keys = new Map<string, string[]>();
  for (const { route, key } of batch) keys.set(route, [...(keys.get(route) ?? []), key]);
  const pages = [...keys].map(([route, keys]) => ({ route, keys }));
  try {
    await fetch('/api/translation/seen', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pages }),
    });
  } catch {
    news = [...batch, ...news].slice(0, 10 * atMost); // it is told once the service can be reached again
  }
};
