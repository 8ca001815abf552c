import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { currentLocation, navigate } from './history';
import { useLeaveGuard } from './useLeaveGuard';

const go = (to: string) => act(() => navigate(to));
const back = async (to: string) => {
  await act(async () => history.back());
  await waitFor(() => expect(location.pathname).toBe(to));
};

beforeEach(() => go('/'));

const Form = ({ isDirty }: { isDirty: boolean }) => {
  const { isAsking, stay, leave } = useLeaveGuard(isDirty);
  return isAsking ? (
    <div role="dialog">
      <button type="button" onClick={stay}>
        stay
      </button>
      <button type="button" onClick={leave}>
        leave
      </button>
    </div>
  ) : null;
};

it('asks before a step within the panel, and takes it when told to', async () => {
  go('/form');
  render(<Form isDirty />);
  go('/elsewhere');
  expect(location.pathname).toBe('/form');
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  expect(location.pathname).toBe('/elsewhere');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before the back button and stays', async () => {
  go('/before');
  go('/form');
  render(<Form isDirty />);
  await act(async () => history.back());
  await screen.findByRole('dialog');
  await waitFor(() => expect(location.pathname).toBe('/form'));
  await userEvent.click(screen.getByRole('button', { name: 'stay' }));
  expect(location.pathname).toBe('/form');
  expect(currentLocation().pathname).toBe('/form');
});

it('asks before the back button and goes back', async () => {
  go('/before');
  go('/form');
  render(<Form isDirty />);
  await act(async () => history.back());
  await screen.findByRole('dialog');
  await waitFor(() => expect(location.pathname).toBe('/form'));
  await userEvent.click(screen.getByRole('button', { name: 'leave' }));
  await waitFor(() => expect(currentLocation().pathname).toBe('/before'));
});

it('does not ask without changes', async () => {
  go('/before');
  go('/form');
  render(<Form isDirty={false} />);
  await back('/before');
  expect(screen.queryByRole('dialog')).toBeNull();
});
