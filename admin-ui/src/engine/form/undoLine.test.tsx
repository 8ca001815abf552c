import { expect, it, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UndoLine } from './UndoLine';

const state = { isSuccess: false, isPending: false };

it('keeps the focus while it waits, and on what it says then', async () => {
  const mutate = vi.fn();
  const { rerender } = render(<UndoLine text="Moved" undo={{ ...state, mutate }} />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  rerender(<UndoLine text="Moved" undo={{ ...state, isPending: true, mutate }} />);
  expect(screen.getByRole('button')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(mutate).toHaveBeenCalledTimes(1);
  rerender(<UndoLine text="Moved" undo={{ ...state, isSuccess: true, mutate }} />);
  expect(screen.getByText('panel.transition.undone')).toHaveFocus();
});

it('leaves the focus where somebody has taken it meanwhile', () => {
  const undo = { ...state, mutate: () => {} };
  const { rerender } = render(
    <>
      <input aria-label="Title" />
      <UndoLine text="Moved" undo={undo} />
    </>,
  );
  screen.getByLabelText('Title').focus();
  rerender(
    <>
      <input aria-label="Title" />
      <UndoLine text="Moved" undo={{ ...undo, isSuccess: true }} />
    </>,
  );
  expect(screen.getByLabelText('Title')).toHaveFocus();
});
