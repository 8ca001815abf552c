import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/vms.json';
import { noMeta, noResource } from '../../../test/Panel';
import { FormContext } from '../../engine/form/FormContext';
import type { VmsGuide, VmsReview } from '../../generated/answers';
import type { VmsMapping } from '../../generated/resources';
import { MetaContext, type FieldMeta } from '../../meta';
import { HttpError } from '../../providers/httpError';
import { drawWith } from '../../ui/ui.fixture';
import { FailedTests } from './FailedTests';
import { MappingInput } from './MappingInput';
import { ProblemText } from './ProblemText';
import { Review } from './Review';
import { emptyRule } from './studio/rules';
import { RuleTable } from './studio/RuleTable';
import { StudioContext } from './studio/StudioContext';
import { useDetailText } from './useDetailText';
import type { Problem } from './useTrial';

const text = (name: string): FieldMeta => ({ name, kind: 'text' }) as FieldMeta;
const rules = { name: 'rules', kind: 'object', many: true, fields: [text('target'), text('jq')] } as FieldMeta;
const lookups = { name: 'lookups', kind: 'json' } as FieldMeta;
const meta = { ...noResource, name: 'vmsMapping', fields: [rules, lookups] };
const stored = {
  state: 'DRAFT',
  rules: [
    { target: 'project.title', jq: '.in.title', required: true },
    { target: 'project.status', jq: '.in.status | | "x"', required: false },
  ],
  lookups: { status: { Open: 'ACTIVE' } },
};

/** Draws a part of the form of a mapping. */
const open = (part: ReactNode, own: Partial<VmsMapping> = {}) => {
  const base = { ...stored, ...own };
  const form = {
    base,
    isNew: false,
    isReadOnly: base.state !== 'DRAFT',
    changed: new Set<string>(),
    errors: {},
    set: vi.fn(),
  };
  const labelOf = (name: string) => `resources.vmsMapping.fields.${name}`;
  drawWith(
    <MetaContext value={{ ...noMeta, resources: [meta] }}>
      <FormContext value={{ ...form, values: base, meta, labelOf }}>{part}</FormContext>
    </MetaContext>,
    { ...panelWords, ...words, ...uiWords },
  );
  return form.set;
};
const problem: Problem = {
  rule: 1,
  target: 'project.status',
  field: 'jq',
  code: 'E_SYNTAX',
  message: 'unexpected token "|"',
  text: 'vmsMapping.problem.unexpected',
  params: { line: 1, column: 14, token: '|' },
};

it('says at its rule what is wrong with a program, and where', () => {
  const studio = { guide: undefined, places: [], lookups: [], problems: [problem], warnings: [], onCaret: vi.fn() };
  open(
    <StudioContext value={studio}>
      <RuleTable isSentence={false} />
    </StudioContext>,
  );
  const program = screen.getByRole('textbox', { name: 'jq of rule 2' });
  expect(program).toHaveAccessibleDescription('Line 1, column 14: unexpected “|”.');
  expect(program).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'jq of rule 1' })).not.toHaveAccessibleDescription();
});

it('adds the lookup that a rule names, with every value of the field that is looked up', async () => {
  const warning = {
    ...problem,
    rule: 0,
    code: 'W_LOOKUP',
    text: 'detail.W_LOOKUP',
    params: { line: 1, column: 1, name: 'unit' },
  };
  const guide = {
    functions: [],
    targets: [],
    sources: [{ path: 'application.rateUnit', values: ['Hr', 'Day'] }],
  } as unknown as VmsGuide;
  const studio = { guide, places: [], lookups: [], problems: [], warnings: [warning], onCaret: vi.fn() };
  const jq = '.application.rateUnit | lookup("unit")';
  const set = open(
    <StudioContext value={studio}>
      <RuleTable isSentence={false} />
    </StudioContext>,
    { rules: [{ ...emptyRule, target: 'rate.per', jq }] },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add the lookup' }));
  const known = { status: { Open: 'ACTIVE' } };
  expect(set).toHaveBeenCalledWith('lookups', { ...known, unit: { Hr: 'Hr', Day: 'Day' } });
});

it.each(['LIVE', 'RETIRED'] as const)('shows a version that is %s as text, without any input', state => {
  open(
    <>
      <MappingInput source="rules" field={rules} />
      <MappingInput source="lookups" field={lookups} />
    </>,
    { state },
  );
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Rules' })).getByText('.in.title')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Lookups' })).getByText('ACTIVE')).toBeVisible();
});

it('names the tests for which a mapping is not put in use, with what differs', () => {
  const tests = [{ name: 'a daily rate', errors: [], diff: [{ path: 'rate.uom', live: 'dy', draft: 'hr' }] }];
  open(<FailedTests error={new HttpError(422, { code: 'MAPPING_INVALID', details: { tests } })} />);
  expect(screen.getByRole('region', { name: 'Tests that fail' })).toHaveTextContent('a daily rate');
  expect(screen.getByText('rate.uom')).toBeVisible();
});

const Detail = ({ of }: { of: string }) => <p>{useDetailText()(of)}</p>;

it.each([
  [
    'rate.uom: E_LOOKUP, candidate.email: required',
    'rate.uom: No entry in the lookup, candidate.email: a value is required',
  ],
  [
    'NOT_FOUND; vmsMapping.block.unseen',
    `${panelWords['error.notFound']}; ${words['vmsMapping.block.unseen']}`.replace(/\.(?=;|$)/g, ''),
  ],
  ['not valid UTF-8', 'its bytes are not valid UTF-8'],
  ['half of a character', 'it contains half of a character'],
  ['jobs.0.title: given twice', 'jobs.0.title: its name is given twice'],
  ['no answer', 'no answer'],
  ['503', '503'],
])('says the detail %s in words', (detail, texts) => {
  open(<Detail of={detail} />);
  expect(screen.getByText(texts)).toBeVisible();
});

it('says why a program fails while it runs in words, and beside a text that does not know why in those of jq', () => {
  const failed = { ...problem, code: 'E_RUN', message: 'cannot add: string ("a") and number (1)' } as const;
  const known = { ...failed, text: 'vmsMapping.run.add', params: { left: '"a"', right: '1' } };
  open(
    <>
      <ProblemText problem={known} />
      <ProblemText problem={{ ...failed, message: 'invalid path', text: 'detail.E_RUN', params: {} }} />
    </>,
  );
  expect(screen.getByText(/"a" and 1 cannot be added/)).toBeVisible();
  expect(screen.queryByText(/cannot add:/)).toBeNull();
  expect(screen.getByText('invalid path')).toBeVisible();
});

const seen: VmsReview = {
  fingerprint: 'f',
  stored: 3,
  reviewed: 3,
  same: 1,
  totalGroups: 1,
  waiting: 0,
  fields: [{ field: 'rate.uom', count: 2 }],
  groups: [{ outcome: 'DIFFERS', fields: [{ field: 'rate.uom', code: '' }], count: 2, examples: [] }],
};

it('counts by field what a draft changes for the messages that were sent', () => {
  open(<Review seen={seen} isOutbound onMore={undefined} />);
  expect(screen.getByText(/^Each record that was sent is rendered as it is now/)).toBeVisible();
  expect(screen.getByText('The result is the same for 1 of the last 3 messages.')).toBeVisible();
  const fields = within(screen.getByRole('region', { name: 'Fields that change' }));
  expect(fields.getByRole('listitem')).toHaveTextContent('rate.uom · 2 messages');
});
