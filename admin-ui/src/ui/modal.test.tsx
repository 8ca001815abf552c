import { useState } from 'react';
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog';
import { Field } from './Field';
import { TextInput } from './TextInput';
import { draw } from './ui.fixture';
import { open } from './modal.fixture';

it('stays on a click beside it', async () => {
  const user = await open();
  const beside = document.querySelector('.MuiDialog-container');
  expect(beside).not.toBeNull();
  if (beside) await user.click(beside);
  expect(screen.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
});

it('does on Escape what its close button does', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('asks on Escape while something would be lost', async () => {
  const user = await open({ unsaved: 1 });
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog', { name: 'Discard 1 change?' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
});

it('asks on Escape when something was typed that nobody counts', async () => {
  const user = await open();
  await user.keyboard('Ada');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog', { name: 'Discard 1 change?' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const Reasoned = ({ onCancel }: { onCancel: () => void }) => {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog title="Delete the harbour?" confirm="Delete" onConfirm={() => undefined} onCancel={onCancel}>
      <Field label="Reason">
        <TextInput value={reason} onChange={setReason} />
      </Field>
    </ConfirmDialog>
  );
};

it('asks before the reason typed into a question is lost', async () => {
  const onCancel = vi.fn();
  const user = draw(<Reasoned onCancel={onCancel} />);
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus(); // not the way out
  await user.keyboard('It silts up');
  await user.keyboard('{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it('saves by Ctrl+Enter, by Ctrl+S, and by Enter where there is one line', async () => {
  const onSave = vi.fn();
  const user = await open({ onSave });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onSave).toHaveBeenCalledTimes(1);
  await user.keyboard('{Control>}s{/Control}');
  expect(onSave).toHaveBeenCalledTimes(2);
  await user.keyboard('{Enter}');
  expect(onSave).toHaveBeenCalledTimes(3);
});

it('does not save by Enter where there is more to fill in', async () => {
  const onSave = vi.fn();
  const user = await open({ onSave, more: <input aria-label="Flag" /> });
  await user.keyboard('{Enter}');
  expect(onSave).not.toHaveBeenCalled();
});

it('shows beside a locked button why it is locked', async () => {
  const onSave = vi.fn();
  const user = await open({ onSave, refusal: 'A name is missing.' });
  expect(screen.getByText('A name is missing.')).toHaveClass('btn-why');
  await user.keyboard('{Control>}s{/Control}');
  expect(onSave).not.toHaveBeenCalled();
});

it('asks before changes are lost', async () => {
  const onDiscard = vi.fn();
  const user = await open({ unsaved: 3, onDiscard });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('alertdialog', { name: 'Discard 3 changes?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
  expect(onDiscard).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onDiscard).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('keeps its keys from the screen below', async () => {
  const below = vi.fn();
  addEventListener('keydown', below);
  const user = await open();
  below.mockClear();
  await user.keyboard('j');
  removeEventListener('keydown', below);
  expect(below).not.toHaveBeenCalled();
});

it('has nothing axe objects to', async () => {
  await open();
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
