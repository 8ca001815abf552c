import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { traceActions, traceparent } from './trace';

const trace = () => traceparent().split('-')[1];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('names a trace as the header wants it, and every call of it differently', () => {
  expect(traceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(traceparent()).not.toBe(traceparent());
});

it('is the same for all calls of one action, and another for the next', () => {
  traceActions();
  const first = trace();
  expect(trace()).toBe(first);
  for (const kind of ['pointerdown', 'keydown']) {
    const before = trace();
    document.body.dispatchEvent(new Event(kind, { bubbles: true }));
    expect(trace()).not.toBe(before);
  }
});

it('begins anew for what asks long after somebody did something', () => {
  const first = trace();
  vi.advanceTimersByTime(4999);
  expect(trace()).toBe(first);
  vi.advanceTimersByTime(5000);
  expect(trace()).not.toBe(first);
});
