import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import application from '../../../../../directus-schema/seed/en/application.json';
import panel from '../../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../../directus-schema/seed/en/ui.json';
import words from '../../../../../directus-schema/seed/en/vms.json';
import { noMeta } from '../../../../test/Panel';
import { fakeService } from '../../../../test/service';
import type { VmsActivity } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { MetaContext } from '../../../meta';
import { drawWith } from '../../../ui/ui.fixture';
import { Overview } from './Overview';

afterEach(() => vi.unstubAllGlobals());

const fields = {
  id: 4,
  version: 3,
  baseUrl: 'https://vms.example',
  capabilities: ['SUBMIT_CANDIDATE', 'STATUS_PUSH'],
  auth: 'BEARER',
  hasSecret: true,
  inbound: 'SIGNATURE',
  hasInbound: false,
  secretAt: '2026-10-03T08:00:00.000Z',
  inboundSecretAt: null,
  ratePerMinute: 60,
  refused: 0,
};
const step = { result: 'OK', why: null, status: 0, tls: '', validTo: null };
const steps = [
  { ...step, step: 'REACHES' },
  { ...step, step: 'TLS', result: 'NOT_NEEDED' },
  { ...step, step: 'AUTHENTICATES', result: 'FAILED', why: 'STATUS', status: 401 },
  { ...step, step: 'ANSWERS', result: 'NOT_TRIED' },
];
const event = { until: null, endedBy: '', acknowledgedAt: null, acknowledgedBy: '' };
const paused: VmsActivity = {
  state: 'PAUSED',
  pauseReason: 'RETRY_AFTER',
  pausedUntil: '2026-11-20T14:20:00Z',
  failures: 0,
  waiting: 6,
  heldBack: 0,
  byHand: false,
  from: '2026-11-19T14:05:00Z',
  at: '2026-11-20T14:05:00Z',
  events: [
    {
      ...event,
      id: 3,
      kind: 'PAUSED',
      at: '2026-11-20T14:05:00Z',
      until: '2026-11-20T14:20:00Z',
      detail: 'RETRY_AFTER',
    },
    { ...event, id: 2, kind: 'SILENT', at: '2026-11-20T11:05:00Z', detail: '' },
    { ...event, id: 1, kind: 'CHANGED', at: '2026-11-20T08:47:00Z', detail: 'JOB_STATUS statusReason' },
  ],
  earlier: 31,
  calls: { delivered: 18, repeated: 2, refused: 3, averageMs: 400, lastMinute: 60, peak: 60 },
  lastOut: '2026-11-20T14:05:00Z',
  lastIn: '2026-11-20T14:03:00Z',
};
const message = {
  id: 9,
  messageId: 'A-1',
  direction: 'outbound',
  entity: 'APPLICATION',
  state: 'RETRY',
  failure: 'VMS_UNAVAILABLE',
  reason: '',
  detail: '503',
  created: '2026-11-20T14:05:00.000Z',
};

interface How {
  record?: Partial<typeof fields>;
  activity?: Partial<VmsActivity>;
  permissions?: string[];
}

const open = ({ record = {}, activity = {}, permissions = ['vms.mapping.write', 'vms.message.read'] }: How = {}) => {
  const now = { ...paused, ...activity };
  const calls = fakeService(({ path }) => {
    if (path.endsWith('/test')) return { body: { host: 'vms.example', tookMs: 40, steps } };
    if (path.endsWith('/acknowledge'))
      return {
        body: { ...now, events: now.events.map(one => ({ ...one, acknowledgedAt: now.at, acknowledgedBy: 'Ada' })) },
      };
    return { body: path.includes('/activity') ? now : { results: [message] } };
  });
  const onDone = vi.fn();
  // the screen reads no other field of a connection
  const shown = { ...fields, ...record } as unknown as VmsConnection;
  const user = drawWith(
    <MetaContext value={{ ...noMeta, permissions }}>
      <Overview record={shown} onDone={onDone} />
    </MetaContext>,
    { ...application, ...panel, ...words, ...uiWords },
  );
  return { calls, onDone, user };
};

const part = (name: string) => within(screen.getByRole('region', { name }));
const story = () => screen.findByRole('list', { name: 'What it does and what has happened' });
const line = async (text: RegExp) => within((await screen.findByText(text)).closest('li') as HTMLElement);

it('says first what the connection does, why, until when and how many wait, and goes on at once', async () => {
  const { calls, onDone, user } = open();
  const [first] = within(await story()).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Paused until .+The VMS has asked to wait\. 6 applications wait\./);
  await user.click(screen.getByRole('button', { name: 'Go on now, send 6' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/vms/connection/4/resume')).toBe(true);
});

it('tells silence and changed content as events that can be marked as seen, and says by whom', async () => {
  const { calls, user } = open();
  expect(await screen.findByText('statusReason')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click((await line(/^Silent for/)).getByRole('button', { name: 'Mark as seen' }));
  expect(await screen.findAllByText(/Seen by Ada/)).toHaveLength(2);
  expect(calls.map(({ path }) => path)).toContain('/api/vms/connection/4/event/2/acknowledge');
  expect(screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
});

it('draws out and in as bands that say in words how long nothing was sent or came', async () => {
  open();
  expect(await screen.findByRole('img', { name: /^Messages that come in .+ for 13 % of the time$/ })).toBeVisible();
  expect(screen.getByRole('img', { name: /^What is sent .+ paused for 0 % of the time$/ })).toBeVisible();
});

it('lists the last messages with what became of them, for those who may read messages', async () => {
  open();
  const last = within(await screen.findByRole('region', { name: 'Last messages both ways' }));
  expect(await last.findByText('A-1')).toBeVisible();
  expect(last.getByText('VMS not available: 503')).toBeVisible();
  expect(last.getByText('Tried again')).toBeVisible();
});

it('says how much of what may be sent in a minute is used', async () => {
  open();
  expect(await screen.findByText(/^60 of 60 used in the last minute/)).toBeVisible();
});

it('tells of each step of a test how it went, and why no further one was tried', async () => {
  const { user } = open();
  await user.click(part('Test the connection').getByRole('button'));
  const steps = await part('Test the connection').findAllByRole('listitem');
  expect(steps.map(one => one.textContent)).toEqual([
    'Is reached: Works',
    'Is encrypted (TLS): Not needed',
    'Accepts the secret: Failed (status 401). It answered with this status.',
    'Answers a request for messages: Not tried',
  ]);
});

it('gives the inbound address and a call that is signed with its query', () => {
  open();
  const address = `${location.origin}/api/vms/inbound/4`;
  expect(part('Inbound address').getByText(address)).toBeVisible();
  const call = part('A signed call to try').getByText(/openssl dgst -sha256 -mac HMAC/).textContent;
  expect(call).toContain('#whsec_}" | base64 -d'); // the key is what it stands for
  expect(call).toContain('"$ID.$AT.$QUERY.$BODY"');
  expect(call).toContain(`curl "${address}?$QUERY"`);
});

it('gives a call with the password where the VMS shows one', () => {
  open({ record: { inbound: 'BASIC' } });
  expect(part('A signed call to try').getByText(/-u "vms:\$SECRET"/)).toBeVisible();
});

it('says which secrets there are and since when, and replaces the inbound one by a new one to copy', async () => {
  const { calls, onDone, user } = open();
  expect(part('Secrets').getByText('Inbound secret, not set')).toBeVisible();
  expect(part('Secrets').getByText(/^Outbound secret, set 03 Oct/)).toBeVisible();
  await user.click(part('Secrets').getByRole('button', { name: 'Replace the inbound secret' }));
  const made = (await screen.findByLabelText<HTMLInputElement>(/^Inbound secret/)).value;
  expect(made).toMatch(/^whsec_[\w+/]{43}=$/);
  await user.click(screen.getByRole('button', { name: 'Replace the secret' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({ body: { inboundSecret: made, version: 3 } });
});

it('offers neither the test nor another secret nor to go on to those who may only read', async () => {
  open({ permissions: ['vms.message.read'] });
  await story();
  expect(screen.queryByRole('region', { name: 'Test the connection' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Go on now|Replace|Mark as seen/ })).toBeNull();
});
