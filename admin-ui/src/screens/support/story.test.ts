import { expect, it } from 'vitest';
import type { SupportBundle } from '../../generated/answers';
import { spanOf, storyOf } from './story';
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
