import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Panel } from '../../test/Panel';
import { PasswordModal } from './PasswordModal';

const open = () => {
  const onClose = vi.fn();
  render(
    <Panel>
      <PasswordModal onClose={onClose} />
    </Panel>,
  );
  return { onClose, user: userEvent.setup() };
};

it('closes at once while nothing is typed', async () => {
  const { onClose, user } = open();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before it closes with something typed', async () => {
  const { onClose, user } = open();
  const old = screen.getByLabelText(/^Old password/);
  await user.type(old, 'first');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(old).toHaveValue('first');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});
