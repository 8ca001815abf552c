import { act, fireEvent, render, screen } from '@testing-library/react';
import { useNotify } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Panel } from '../../test/Panel';
import { HttpError } from '../providers/httpError';
import { loadToast } from './Toasts';
import { useErrorToast } from '../engine/useErrorToast';

const retry = vi.fn();
const refused = new HttpError(409, { messages: ['error.transition', 'error.inUse'], requestId: '7f3a19c2-aaaa' });

const Buttons = () => {
  const notify = useNotify();
  const showError = useErrorToast();
  return (
    <>
      <button type="button" onClick={() => notify('ra.notification.updated', { type: 'success' })}>
        usual
      </button>
      <button type="button" onClick={() => notify('error.noRoles', { type: 'warning', autoHideDuration: 10_000 })}>
        long
      </button>
      <button type="button" onClick={() => showError(refused, { retry })}>
        refused
      </button>
      <button type="button" onClick={() => showError(new Error('x is undefined'))}>
        broken
      </button>
    </>
  );
};

const say = (what: string) => act(() => screen.getByRole('button', { name: what }).click());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(async () => {
  await loadToast();
  vi.useFakeTimers();
  render(
    <Panel>
      <Buttons />
    </Panel>,
  );
});
afterEach(() => vi.useRealTimers());

it('takes a message away after five seconds', () => {
  say('usual');
  pass(4_999);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('takes it away at its time, whatever else is said meanwhile', () => {
  say('usual');
  pass(3_000);
  say('broken');
  pass(2_000);
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.getByRole('alert')).toBeInTheDocument();
});

it('shows a longer one as long as it asks for', () => {
  say('long');
  pass(9_999);
  expect(screen.getByRole('alert')).toHaveTextContent("You don't have any roles");
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps a message while one points at it', () => {
  say('usual');
  fireEvent.mouseEnter(screen.getByRole('status'));
  pass(60_000);
  fireEvent.mouseLeave(screen.getByRole('status'));
  pass(5_000);
  expect(screen.queryByRole('status')).toBeNull();
});

it('lists what the service says, with the request and a way to try again', () => {
  say('refused');
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'This change is not possible in the present state.',
    'This is in use and cannot be removed.',
  ]);
  expect(screen.getByText('7f3a19c2')).toBeInTheDocument();
  say('Try again');
  expect(retry).toHaveBeenCalledOnce();
});

it('says something general when the service said nothing', () => {
  say('broken');
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on our side.');
  expect(screen.queryByText('x is undefined')).toBeNull();
});

it('stacks messages and takes one away when told to', () => {
  say('usual');
  say('broken');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2);
  act(() => screen.getAllByRole('button', { name: 'Dismiss' })[0]?.click());
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.getByRole('alert')).toBeInTheDocument();
});

it('gives the focus back to where it came from when the message goes that has it', () => {
  const button = screen.getByRole('button', { name: 'usual' });
  act(() => button.focus());
  say('usual');
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  act(() => dismiss.focus());
  act(() => dismiss.click());
  expect(button).toHaveFocus();
});
