import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/vms.json';
import { noMeta } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { VmsConnection } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { Connect } from './Connect';

afterEach(() => vi.unstubAllGlobals());

const fields = {
  id: 4,
  auth: 'BEARER',
  hasSecret: true,
  inbound: 'SIGNATURE',
  hasInbound: false,
  secretAt: '2026-10-03T08:00:00.000Z',
  inboundSecretAt: null,
  ratePerMinute: 60,
  failures: 3,
  silent: false,
  shapeChanged: true,
  heardAt: '2026-11-20T08:00:00.000Z',
  pauseReason: 'RETRY_AFTER',
  pausedUntil: '2126-11-20T08:00:00.000Z',
};
const step = { result: 'OK', why: null, status: 0, tls: '', validTo: null };
const steps = [
  { ...step, step: 'REACHES' },
  { ...step, step: 'TLS', result: 'NOT_NEEDED' },
  { ...step, step: 'AUTHENTICATES', result: 'FAILED', why: 'STATUS', status: 401 },
  { ...step, step: 'ANSWERS', result: 'NOT_TRIED' },
];
const message = { lastUpdated: '2026-11-21T08:00:00.000Z', state: 'RETRY' };

const open = (more: Partial<typeof fields> = {}, permissions = ['vms.mapping.write', 'vms.message.read']) => {
  const calls = fakeService(({ path }) => ({
    body: path.endsWith('/test') ? { host: 'vms.example', tookMs: 40, steps } : { results: [message] },
  }));
  const onDone = vi.fn();
  // the screen reads no other field of a connection
  const record = { ...fields, ...more } as unknown as VmsConnection;
  const user = drawWith(
    <MetaContext value={{ ...noMeta, permissions }}>
      <Connect record={record} onDone={onDone} />
    </MetaContext>,
    { ...words, ...uiWords },
  );
  return { calls, onDone, user };
};

const part = (name: string) => within(screen.getByRole('region', { name }));

it('tells of each step of a test how it went, and why no further one was tried', async () => {
  const { user } = open();
  await user.click(part('Test the connection').getByRole('button'));
  const told = await part('Test the connection').findAllByRole('listitem');
  expect(told.map(one => one.textContent)).toEqual([
    'Is reached: Works',
    'Is encrypted (TLS): Not needed',
    'Accepts the secret: Failed (It answered with this status., status 401)',
    'Answers a request for messages: Not tried',
  ]);
});

it('gives the inbound address and a call that is signed with its query', () => {
  open();
  const address = `${location.origin}/api/vms/inbound/4`;
  expect(part('Inbound address').getByText(address)).toBeVisible();
  const call = part('A signed call to try').getByText(/openssl dgst -sha256 -hmac/).textContent;
  expect(call).toContain('"$ID.$AT.$QUERY.$BODY"');
  expect(call).toContain(`curl "${address}?$QUERY"`);
  expect(part('Secrets').getByText('not set')).toBeVisible();
});

it('gives a call with the password where the VMS shows one', () => {
  open({ inbound: 'BASIC' });
  expect(part('A signed call to try').getByText(/-u "vms:\$SECRET"/)).toBeVisible();
});

it('says why and until when nothing is sent, and goes on at once', async () => {
  const { calls, onDone, user } = open();
  expect(part('Last call each way').getByText(/The VMS has asked to wait/)).toBeVisible();
  expect(await part('Last call each way').findByText(/Tried again/)).toBeVisible();
  await user.click(part('Last call each way').getByRole('button', { name: 'Go on now' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/vms/connection/4/resume' });
});

it('offers neither the test nor to go on to those who may only read', () => {
  open({}, ['vms.message.read']);
  expect(screen.queryByRole('region', { name: 'Test the connection' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Go on now' })).toBeNull();
});

it('says since when there is a secret, how much may be sent, and what is not as usual', () => {
  open();
  expect(part('Secrets').getByText(/^set 03 Oct/)).toBeVisible();
  expect(part('Secrets').getByText('not set')).toBeVisible();
  expect(part('Pace and alarms').getByText('At most 60 calls a minute')).toBeVisible();
  expect(part('Pace and alarms').getByText('3 failures in a row; 10 pause it')).toBeVisible();
  expect(part('Pace and alarms').getByText('Changed: see “Messages’ content”')).toBeVisible();
});
