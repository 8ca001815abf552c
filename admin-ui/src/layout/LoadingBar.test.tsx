import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { track } from '../providers/traffic';
import { LoadingBar } from './LoadingBar';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const bar = () => {
  const { container } = render(<LoadingBar />);
  return () => container.querySelector('.load');
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('stays away from calls shorter than 200 ms', () => {
  const shown = bar();
  const done = track();
  pass(199);
  act(done);
  pass(1_000);
  expect(shown()).toBeNull();
});

it('shows a longer call until the last one has ended', () => {
  const shown = bar();
  const [one, other] = [track(), track()];
  pass(200);
  expect(shown()).toHaveClass('busy');
  act(one);
  pass(1_000);
  expect(shown()).toHaveClass('busy');
  act(other);
  expect(shown()).toHaveClass('done');
  pass(1_000);
  expect(shown()).toBeNull();
});
