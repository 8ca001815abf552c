import { expect, it } from 'vitest';
import cases from '../../../../directus-schema/testdata/checks.json';
import { mismatchOf, problemsOf } from './check';
import { findingsOf } from './findings';
import { splitForms } from './forms';

interface Case {
  what: string;
  locale: string;
  text: string;
  source: string;
  findings?: string[];
  missing?: string;
  unknown?: string;
  limit?: number;
  tooLong?: boolean;
  empty?: boolean;
}

const all = (cases as Case[]).map(one => [one.what, one] as const);

it.each(all)('looks at a text as the service does: %s', (_, one) => {
  const source = one.source || undefined;
  expect(findingsOf(one.locale, one.text, source)).toEqual(one.findings ?? []);
  const { mismatch, forms, tooLong, isEmpty } = problemsOf(
    one.text.includes('||||') ? splitForms(one.text) : [one.text],
    { locale: one.locale, source },
    one.limit,
  );
  expect(mismatch).toEqual(mismatchOf(one.text, source));
  expect(mismatch?.missing.join(', ') ?? '').toBe(one.missing ?? '');
  expect(mismatch?.unknown.join(', ') ?? '').toBe(one.unknown ?? '');
  expect(forms !== undefined).toBe(one.findings?.includes('FORMS') === true && !one.empty);
  expect(tooLong !== undefined).toBe(one.tooLong === true);
  expect(isEmpty).toBe(one.empty === true);
});
