import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import application from '../../../../directus-schema/seed/en/application.json';
import panel from '../../../../directus-schema/seed/en/panel.json';
import vms from '../../../../directus-schema/seed/en/vms.json';
import { noMeta } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { SupportBundle } from '../../generated/answers';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { Story } from './Story';
import { message as refused } from './story.fixture';

afterEach(() => vi.unstubAllGlobals());

const message = {
  ...refused,
  tries: 1,
  attempts: [{ number: 1, at: '2026-11-27T14:02:13.182Z', status: 422, durationMs: 600, outcome: 'VMS_VALIDATION' }],
};
const bundle: SupportBundle = {
  requestId: '7f3a19c2',
  lines: [{ at: '2026-11-27T14:02:11.120Z', level: 'DEBUG', text: 'read', facts: { call: 'project.get' } }],
  entries: [],
  jobs: [],
  runs: [],
  mails: [],
  messages: [],
  index: [{ entity: 'boat', id: 7, state: 'OK', indexVersion: 4, version: 4 }],
};

const draw = (more: Partial<SupportBundle>, permissions = ['application.resend', 'vms.message.replay']) => {
  const calls = fakeService(() => ({ body: {} }));
  const onDone = vi.fn();
  const user = drawWith(
    <MetaContext value={{ ...noMeta, permissions }}>
      <Story bundle={{ ...bundle, ...more }} onDone={onDone} />
    </MetaContext>,
    { ...application, ...panel, ...vms },
  );
  return { calls, onDone, user };
};

const steps = () => within(screen.getByRole('list', { name: 'What happened, in order' })).getAllByRole('listitem');

it('tells what happened in order, and that nothing has failed', () => {
  draw({});
  expect(screen.getByText('2 steps, none failed')).toBeVisible();
  expect(steps()[0]).toHaveTextContent('project.get');
  expect(steps()[1]).toHaveTextContent('version 4 in the index, 4 of the record');
});

const denied = {
  at: '2026-11-27T14:02:11.120Z',
  level: 'DEBUG',
  text: 'refused',
  facts: { call: 'project.delete', status: '403', staff: '7', err: 'missing permission: [project.delete]' },
};

it('leads from a refused call to what is missing and who gives it', () => {
  draw({ lines: [denied] });
  expect(screen.getByText('Refused with status 403')).toBeVisible();
  expect(screen.getByText('project.delete, missing permission: [project.delete]')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Why, and who may change it' });
  expect(link).toHaveAttribute('href', '/access?call=project.delete');
});

it('asks on behalf of whoever was refused, for those who may read accounts', () => {
  draw({ lines: [denied] }, ['adminUser.read']);
  expect(screen.getByRole('link', { name: 'Why, and who may change it' })).toHaveAttribute(
    'href',
    '/access?call=project.delete&userId=7',
  );
});

it('says of what has failed at which step and why, and sends it again beside it', async () => {
  const { calls, onDone, user } = draw({ messages: [message] });
  expect(screen.getByText('Failed at step 2 of 3')).toBeVisible();
  const failed = within(steps()[1] as HTMLElement);
  expect(failed.getByText(/Attempt 1/)).toBeVisible();
  await user.click(failed.getByRole('button', { name: 'Send it again' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls).toMatchObject([{ method: 'PUT', path: '/api/projectApplication/9/status', body: { status: 'sp' } }]);
});

it('locks what would fail again with the version of the mapping that is in use', async () => {
  const { calls, user } = draw({ messages: [{ ...message, failure: 'MAPPING' }] });
  const again = screen.getByRole('button', { name: 'Send it again' });
  expect(again).toHaveAccessibleDescription('Version 7, with which it failed, is still in use.');
  await user.click(again);
  expect(calls).toEqual([]);
});

it('says which permission mends a step to those who do not have it', () => {
  const held = { ...message, direction: 'inbound', state: 'QUARANTINED', failure: '', reason: 'RULES', attempts: [] };
  draw({ messages: [held] }, []);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Needs the permission vms.message.replay.')).toBeVisible();
});

it('leads from step to step by J and K, and to the one that failed by F8', async () => {
  const { user } = draw({ messages: [message] });
  (steps()[0] as HTMLElement).focus();
  await user.keyboard('{F8}');
  expect(steps()[1]).toHaveFocus();
  await user.keyboard('j');
  expect(steps()[2]).toHaveFocus();
  await user.keyboard('kk');
  expect(steps()[0]).toHaveFocus();
});

const byRule = {
  ...message,
  rule: 7,
  target: 'rate.uom',
  others: [
    { id: 3, entityId: 8, messageId: 'A-1-0', at: '2026-11-27T12:41:00Z' },
    { id: 2, entityId: 7, messageId: 'A-0-9', at: '2026-11-27T10:05:00Z' },
  ],
};

it('names the rule to blame and how many it concerns, and locks them until a version that mends it is in use', async () => {
  const { calls, user } = draw({ messages: [byRule] });
  const all = screen.getByRole('button', { name: 'Send 3 again' });
  expect(screen.getByText(/Rule 7 of mapping version 7 makes “rate.uom”/)).toBeVisible();
  expect(all).toHaveAccessibleDescription('Version 7, with which it failed, is still in use.');
  await user.click(all);
  expect(calls).toEqual([]);
  expect(screen.getByRole('button', { name: 'Send this one again' })).not.toHaveAttribute('aria-disabled');
});

it('sends exactly as many again as its button names, once the rule is another one', async () => {
  const { calls, user } = draw({ messages: [{ ...byRule, liveNumber: 8, mended: true }] });
  await user.click(screen.getByRole('button', { name: 'Send 3 again' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    path: '/api/bulk/application/changeStatus',
    body: { filters: { id: [9, 8, 7] }, input: { status: 'sp' }, dryRun: false },
  });
});

it('keeps them locked where the version in use has the rule as it was', () => {
  draw({ messages: [{ ...byRule, liveNumber: 8 }] });
  expect(screen.getByRole('button', { name: 'Send 3 again' })).toHaveAccessibleDescription(
    'Version 8 is in use, with rule 7 as it was.',
  );
});

it('does not offer to send again what has been sent since', () => {
  draw({ messages: [{ ...message, later: { id: 12, messageId: 'A-1-2', state: 'QUEUED' } }] });
  expect(screen.getByRole('button', { name: 'Send it again' })).toHaveAccessibleDescription(
    'It has been sent again since.',
  );
});

it('says of what failed that it was delivered since, and by which message', () => {
  draw({ messages: [{ ...message, later: { id: 12, messageId: 'A-1-2', state: 'PROCESSED' } }] });
  expect(screen.queryByText(/^Failed at step \d+ of \d+$/)).toBeNull();
  expect(screen.getByText('Failed at step 2 of 3, delivered since')).toBeVisible();
  expect(within(steps()[1] as HTMLElement).getByText(/Delivered since by/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'A-1-2' })).toHaveAttribute('href', '/support/A-1-2');
  expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
});
