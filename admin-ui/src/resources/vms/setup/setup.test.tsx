import { expect, it } from 'vitest';
import type { VmsSetup } from '../../../generated/answers';
import { newAddress, newConnection } from './newConnection';
import { currentStep, stepsOf } from './steps';
import type { SetupDraft } from './useSetup';

const draft: SetupDraft = {
  name: ' Helvia VMS ',
  client: { value: '7', label: 'Helvia' },
  way: 'BOTH',
  isNamed: true,
  connectionId: 0,
};
const sandbox = 'http://127.0.0.1:8090/open';
const setup: VmsSetup = {
  sandbox,
  mapping: null,
  delivered: null,
  entity: null,
  inbound: null,
  received: null,
  waiting: 0,
  refused: null,
  byHand: false,
};
const mapping = { id: 3, number: 1, state: 'DRAFT', rules: 6 } as const;
const delivered = {
  id: 9,
  messageId: 'TEST-1',
  externalId: 'SB-1',
  status: 201,
  tookMs: 3,
  at: '2026-11-29T12:00:00Z',
};

const received = { id: 10, messageId: 'sb_open_1', at: '2026-11-29T12:01:00Z' };

it('goes on with a set-up at the first step that nothing is stored of', () => {
  const begun = { draft, id: 0, setup, isReached: false };
  const at = (progress: Partial<typeof begun>) => currentStep(stepsOf.BOTH, { ...begun, ...progress });
  expect(at({ draft: { ...draft, isNamed: false } })).toBe('name');
  expect(at({})).toBe('address');
  expect(at({ id: 4 })).toBe('reach');
  expect(at({ id: 4, isReached: true })).toBe('template');
  expect(at({ id: 4, setup: { ...setup, mapping } })).toBe('send');
  expect(at({ id: 4, setup: { ...setup, mapping, delivered } })).toBe('inbound');
  expect(at({ id: 4, setup: { ...setup, mapping, delivered, inbound: mapping } })).toBe('answer');
  expect(at({ id: 4, setup: { ...setup, mapping, delivered, inbound: mapping, received } })).toBe('done');
});

it('asks for nothing that the direction of the messages does not need', () => {
  const stored = { draft, id: 4, isReached: false };
  expect(currentStep(stepsOf.OUT, { ...stored, setup: { ...setup, mapping, delivered } })).toBe('done');
  expect(currentStep(stepsOf.IN, { ...stored, setup })).toBe('inbound');
  expect(currentStep(stepsOf.IN, { ...stored, setup: { ...setup, inbound: mapping, received } })).toBe('done');
});

it('makes a connection without an address where the VMS only sends', () => {
  const made = newConnection({ ...draft, way: 'IN' }, newAddress(''), '');
  expect(made).toMatchObject({ auth: 'NONE', capabilities: ['JOB_PUSH', 'STATUS_PUSH'] });
  expect(made).not.toHaveProperty('baseUrl');
  expect(made.inboundSecret).toMatch(/^whsec_/);
});

it('connects to the sandbox without a secret of its own', () => {
  const made = newConnection(draft, newAddress(sandbox), sandbox);
  expect(made).toMatchObject({ name: 'Helvia VMS', clientId: 7, baseUrl: sandbox, auth: 'NONE' });
  expect(made).not.toHaveProperty('secret');
  expect(made.inboundSecret).toMatch(/^whsec_.{44}$/);
});

it('makes a connection that takes candidates only where nothing comes in', () => {
  const address = { ...newAddress(''), baseUrl: 'https://vms.example', authName: 'unused', secret: 'open sesame' };
  const made = newConnection({ ...draft, way: 'OUT' }, address, '');
  expect(made.capabilities).toEqual(['SUBMIT_CANDIDATE', 'UPDATE_CANDIDATE', 'WITHDRAW_CANDIDATE']);
  expect(made).toMatchObject({ baseUrl: 'https://vms.example', auth: 'BEARER', secret: 'open sesame' });
  expect(made).not.toHaveProperty('authName');
});
