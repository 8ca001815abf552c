import { afterEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../../../test/service';
import { checkRules } from './checkRules';

afterEach(() => vi.unstubAllGlobals());

const warning = { target: 'b', field: 'jq', code: 'UNKNOWN_PATH', message: '', text: 'vms.unknownPath', params: null };
const rules = [
  { target: 'long', jq: '.x'.repeat(3000) },
  { target: 'b', jq: '.nope' },
];

it('says what is wrong with a rule that cannot be read beside what is wrong with the others', async () => {
  const calls = fakeService(({ body }) => {
    const isTooLong = (body as { rules: typeof rules }).rules.some(({ target }) => target === 'long');
    if (!isTooLong) return { body: { problems: [], warnings: [{ ...warning, rule: 0 }] } };
    const path = 'rules[0].jq';
    const fieldErrors = { [path]: ['validation.max'] };
    return { status: 422, body: { fieldErrors, params: { [path]: { 'validation.max': { max: 4000 } } } } };
  });
  const found = await checkRules({ entity: 'APPLICATION', lookups: {}, rules } as never, new AbortController().signal);
  expect(found.problems).toEqual([
    { rule: 0, target: 'long', field: 'jq', code: '', message: '', text: 'validation.max', params: { max: 4000 } },
  ]);
  expect(found.warnings).toEqual([{ ...warning, rule: 1 }]);
  expect(calls).toHaveLength(2);
});

it('fails where the service does not answer', async () => {
  fakeService(() => ({ status: 503, body: {} }));
  const checked = checkRules({ entity: 'APPLICATION', lookups: {}, rules } as never, new AbortController().signal);
  await expect(checked).rejects.toMatchObject({ status: 503 });
});
