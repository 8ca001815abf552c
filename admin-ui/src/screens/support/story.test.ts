import { expect, it } from 'vitest';
import type { SupportBundle } from '../../generated/answers';
import { relatedTo } from './related';
import { sameList } from './remedies';
import { isGoing, spanOf, storyOf } from './story';
import { message } from './story.fixture';

const bundle: SupportBundle = {
  requestId: '7f3a19c2',
  lines: [
    { at: '2026-11-27T14:02:11.012Z', level: 'DEBUG', text: 'traced', facts: {} },
    { at: '2026-11-27T14:02:11.010Z', level: 'WARN', text: 'slow', facts: {} },
  ],
  entries: [],
  jobs: [],
  runs: [],
  mails: [
    {
      id: 8,
      template: 'application.sendFailed',
      state: 'SENT',
      entity: 'application',
      entityId: 9,
      at: '2026-11-27T14:02:14Z',
      attempts: 1,
      reason: '',
    },
  ],
  messages: [message],
  index: [{ entity: 'application', id: 9, state: 'STALE', indexVersion: 6, version: 7 }],
};

it('tells in order what happened, each attempt by itself, and last how the index stands', () => {
  const steps = storyOf(bundle);
  expect(steps.map(({ part, state }) => `${part} ${state}`)).toEqual([
    'api ok',
    'message waits',
    'message failed',
    'mail ok',
    'index failed',
  ]);
  expect(spanOf(steps)).toEqual({
    from: Date.parse(bundle.lines[1]?.at ?? ''),
    to: Date.parse('2026-11-27T14:02:14Z'),
  });
});

it('tells of a message that nobody has tried to deliver yet when it was made', () => {
  const steps = storyOf({
    ...bundle,
    lines: [],
    mails: [],
    index: [],
    messages: [{ ...message, state: 'QUEUED', attempts: [] }],
  });
  expect(steps).toMatchObject([{ part: 'message', at: message.at, state: 'waits' }]);
  expect(spanOf([])).toEqual({ from: 0, to: 0 });
});

it('is read again while anything of it goes on', () => {
  expect(isGoing(bundle)).toBe(false);
  expect(isGoing({ ...bundle, messages: [{ ...message, state: 'RETRY' }] })).toBe(true);
});

it('leads to each record that it touches once', () => {
  const found = relatedTo(bundle, entity => (entity === 'mail' ? undefined : `/x/${entity}`));
  expect(found.map(({ key, to }) => `${key} ${to}`)).toEqual([
    'application 9 /x/application/9',
    'vmsConnection 5 /x/vmsConnection/5',
    'vmsMapping 3 /platform/vms/mappings/3/try',
    'vmsOutbound 4 /x/vmsOutbound/4',
  ]);
});

it('lists what failed for the same by that reason, not by its state alone', () => {
  const query = new URLSearchParams(sameList(message).split('?')[1]);
  expect(JSON.parse(query.get('filter') ?? '')).toEqual({
    connectionId: 5,
    state: ['FAILED'],
    entity: ['APPLICATION'],
    failure: ['VMS_VALIDATION'],
    detail: '422',
  });
});
