import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/vms.json';
import { noMeta, noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { FormContext } from '../../engine/form/FormContext';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { inputOf, AddAsTest } from './AddAsTest';
import { StoredMessage } from './StoredMessage';
import { ResultColumn } from './studio/ResultColumn';
import type { Tried } from './useTrial';

afterEach(() => vi.unstubAllGlobals());

const tried: Tried = {
  ok: true,
  output: { project: { title: 'Welder' } },
  trace: [],
  errors: [],
  warnings: [],
  missingRequired: [],
  unusedInput: [],
  input: null,
  diff: [],
  inboundEffect: null,
};
const earlier = { name: 'first', input: {}, expected: {} };
const stored = { id: 7, messageId: 'm-7', matchKey: 'JP-1' };

/** Draws a part of the trial of a mapping for jobs. */
const open = (part: ReactNode, isReadOnly = false) => {
  const set = vi.fn();
  const values = { entity: 'JOB', connectionId: 3, tests: [earlier] };
  const form = { base: {}, isNew: false, isReadOnly, changed: new Set<string>(), errors: {}, set, values };
  const user = drawWith(
    <MetaContext value={{ ...noMeta, permissions: ['vms.message.read'] }}>
      <FormContext value={{ ...form, meta: noResource, labelOf: name => name }}>{part}</FormContext>
    </MetaContext>,
    { ...words, ...uiWords },
  );
  return { set, user };
};
const addTestButton = () => screen.queryByRole('button', { name: 'Keep as a test' });

it('takes a message that has come for the mapping', async () => {
  const calls = fakeService(({ path }) => {
    if (!path.includes('/api/vms/inbound/7')) return { body: { results: [stored], totalResults: 1 } };
    return {
      body: {
        ...stored,
        exchanges: [
          { number: 1, body: '{}' },
          { number: 0, body: '{"title":"Welder"}' },
        ],
      },
    };
  });
  const onChoose = vi.fn();
  const { user } = open(<StoredMessage onChoose={onChoose} />);
  await user.click(screen.getByRole('combobox', { name: 'Stored message' }));
  await user.click(await screen.findByRole('option', { name: /m-7/ }));
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith('{\n  "title": "Welder"\n}', 'm-7', 7));
  expect(calls[0]?.path).toBe('/api/vms/inbound?connectionId=3&entity=JOB&limit=50');
});

it('keeps a message with what the rules make of it among the tests', async () => {
  const { set, user } = open(<AddAsTest input={inputOf('{"title":"Welder"}')} name="m-7" tried={tried} />);
  await user.click(screen.getByRole('button', { name: 'Keep as a test' }));
  const remaining = { name: 'm-7', input: { in: { title: 'Welder' } }, expected: tried.output };
  expect(set).toHaveBeenCalledExactlyOnceWith('tests', [earlier, remaining]);
});

it('keeps an application with what is sent of it among the tests', async () => {
  const input = { application: { id: 881, handle: 'A-7K2M4Q' }, freelancer: { firstName: 'Ada' }, msp: null };
  const { set, user } = open(<AddAsTest input={input} name="A-7K2M4Q" tried={{ ...tried, output: { name: 'Ada' } }} />);
  await user.click(screen.getByRole('button', { name: 'Keep as a test' }));
  const kept = { name: 'A-7K2M4Q', input, expected: { name: 'Ada' } };
  expect(set).toHaveBeenCalledExactlyOnceWith('tests', [earlier, kept]);
});

it('keeps nothing that fails, is no JSON, or is in a mapping that cannot be changed', () => {
  open(
    <>
      <AddAsTest input={inputOf('{}')} name="" tried={{ ...tried, ok: false }} />
      <AddAsTest input={inputOf('{')} name="" tried={tried} />
    </>,
  );
  open(<AddAsTest input={inputOf('{}')} name="" tried={tried} />, true);
  expect(addTestButton()).toBeNull();
});

it('counts a required rule that fails as one fault, and one that fills nothing too', () => {
  const problem = { field: 'jq', code: 'E_RUN', message: 'no', text: 'vmsMapping.problem.run', params: null };
  const errors = [
    { ...problem, rule: 0, target: 'rate.uom' },
    { ...problem, rule: 1, target: 'rate.amount' },
  ];
  const failing = { ...tried, ok: false, errors, missingRequired: ['rate.uom', 'candidate.email'] };
  // all of a query that the column reads
  const query = { data: failing, error: null, isCurrent: true } as unknown as ComponentProps<
    typeof ResultColumn
  >['tried'];
  open(<ResultColumn tried={query} compareWith="LIVE" onCompare={() => undefined} />);
  expect(screen.getByText('3 faults: nothing would be sent.')).toBeVisible();
});

/** Draws the result of a trial. */
const openResult = (data: Tried, isCurrent = true) => {
  // all of a query that the column reads
  const query = { data, error: null, isCurrent } as unknown as ComponentProps<typeof ResultColumn>['tried'];
  open(<ResultColumn tried={query} compareWith="LIVE" onCompare={() => undefined} />);
};
const step = { rule: 0, target: 'name', value: 'Ada', skipped: false, error: null };

it('says that every rule gives a value only where each does, and otherwise which gives none', () => {
  openResult({ ...tried, trace: [step, { ...step, rule: 1, target: 'rate.uom', value: null }] });
  expect(screen.getByText('No rule fails; 1 gives no value: rate.uom')).toBeVisible();
  expect(screen.queryByText('Every rule gives a value.')).toBeNull();
});

it('names no rule that does not apply as one without a value', () => {
  openResult({ ...tried, trace: [step, { ...step, rule: 1, value: null, skipped: true }] });
  expect(screen.getByText('Every rule gives a value.')).toBeVisible();
});

it('marks a result that is from before what was changed last', () => {
  openResult({ ...tried, trace: [step] });
  expect(screen.queryByText('Before your last change')).toBeNull();
  openResult({ ...tried, trace: [step] }, false);
  expect(screen.getByText('Before your last change')).toBeVisible();
});
