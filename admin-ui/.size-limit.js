import { readFileSync } from 'node:fs';

const filesAtMost = 4;

/** What the page loads before it shows anything: the scripts its HTML names. */
const html = readFileSync('dist/index.html', 'utf8');
const path = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => `dist/${file}`);
if (path.length === 0 || path.length > filesAtMost) {
  throw new Error(`the page loads ${path.length} scripts, at most ${filesAtMost} are allowed: ${path.join(', ')}`);
}

export default [{ name: 'initial JavaScript', path, limit: '130 kB', brotli: true }];
