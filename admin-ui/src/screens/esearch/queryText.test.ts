import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { queryText } from './queryText';

interface Case {
  values: Record<string, string>;
  text: string;
}

// The service's own cases: what the panel sends is exactly what the service parses.
const file = join(import.meta.dirname, '../../../../extension-service/engine/search/testdata/terms.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

test.each(cases)('$text', ({ values, text }) => {
  expect(queryText(values)).toBe(text);
});

test('what is undefined is dropped', () => {
  expect(queryText({ title: undefined, id: '4' })).toBe('id:4');
});
