import { useState } from 'react';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNotify } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { Panel } from '../../test/Panel';
import { Modal } from '../ui/Modal';
import { loadToast } from './Toasts';

const undo = vi.fn();

const Page = () => {
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const say = () =>
    notify(
      <button type="button" onClick={undo}>
        Undo
      </button>,
      { type: 'success', autoHideDuration: null },
    );
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal
          title="Harbour"
          onClose={() => setOpen(false)}
          actions={
            <button type="button" onClick={say}>
              Save
            </button>
          }
        >
          <input aria-label="Name" />
        </Modal>
      )}
    </>
  );
};

const open = async () => {
  await loadToast();
  const user = userEvent.setup({ delay: null });
  render(
    <Panel>
      <Page />
    </Panel>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return { user, messages: screen.getByRole('region', { name: 'Messages' }) };
};

it('reaches what a message offers while a dialog is open, by keyboard, and the dialog owns it', async () => {
  const { user, messages } = await open();
  const button = await within(messages).findByRole('button', { name: 'Undo' });
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog')).toHaveAttribute('aria-owns', messages.id);
  expect(button.closest('.MuiDialog-root')).toBe(screen.getByRole('dialog').closest('.MuiDialog-root'));
});

it('keeps what it says when the dialog closes', async () => {
  const { user, messages } = await open();
  const button = await within(messages).findByRole('button', { name: 'Undo' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(messages.parentElement).toBe(document.body));
  expect(screen.getByRole('button', { name: 'Undo' })).toBe(button);
});
