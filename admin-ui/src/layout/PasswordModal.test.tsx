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

it('hides what is typed, and takes what a password manager fills in or somebody pastes', async () => {
  const { user } = open();
  for (const [label, filledBy] of [
    [/^Old password/, 'current-password'],
    [/^New password/, 'new-password'],
    [/^Repeat new password/, 'new-password'],
  ] as const) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', filledBy);
    await user.click(field);
    await user.paste('copper lantern');
    expect(field).toHaveValue('copper lantern');
  }
});
