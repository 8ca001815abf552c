// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'));

/** What names a side of the page, which stays there when a language is read from the right. The cursor of the editor is drawn so. */
const sided =
  /(?:^|[;{\s])(?:(?:margin|padding|border)-(?:left|right)|(?:left|right)\s*:|float\s*:|text-align\s*:\s*(?:left|right))/;

it('finds the sheets', () => expect(sheets.length).toBeGreaterThan(30));

it.each(sheets)('%s names no side of the page', file => {
  const lines = readFileSync(join('src', file), 'utf8').split('\n');
  const wrong = lines.flatMap((line, i) =>
    sided.test(line) && !line.includes('.cm-cursor') ? [`${i + 1}: ${line.trim()}`] : [],
  );
  expect(wrong).toEqual([]);
});
