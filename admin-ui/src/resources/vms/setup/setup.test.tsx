import { expect, it } from 'vitest';
import type { VmsSetup } from '../../../generated/answers';
import { newAddress, newConnection } from './newConnection';
import { stepNumber } from './steps';
import type { SetupDraft } from './useSetup';

const draft: SetupDraft = {
  name: ' Helvia VMS ',
  client: { value: '7', label: 'Helvia' },
  way: 'BOTH',
  isNamed: true,
  connectionId: 0,
};
const sandbox = 'http://127.0.0.1:8090/open';
const setup: VmsSetup = { sandbox, mapping: null, delivered: null, waiting: 0 };
const mapping = { id: 3, number: 1, state: 'DRAFT', rules: 6 } as const;
const delivered = {
  id: 9,
  messageId: 'TEST-1',
  externalId: 'SB-1',
  status: 201,
  tookMs: 3,
  at: '2026-11-29T12:00:00Z',
};

it('goes on with a set-up at the first step that nothing is stored of', () => {
  const begun = { draft, id: 0, setup, isReached: false };
  expect(stepNumber({ ...begun, draft: { ...draft, isNamed: false } })).toBe(1);
  expect(stepNumber(begun)).toBe(2);
  expect(stepNumber({ ...begun, id: 4 })).toBe(3);
  expect(stepNumber({ ...begun, id: 4, isReached: true })).toBe(4);
  expect(stepNumber({ ...begun, id: 4, setup: { ...setup, mapping } })).toBe(5);
  expect(stepNumber({ ...begun, id: 4, setup: { ...setup, mapping, delivered } })).toBe(6);
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
