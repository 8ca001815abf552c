import { useEffect, useState } from 'react';
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';
import { Field } from './Field';
import { Modal } from './Modal';
import { Radio } from './Radio';
import { TextInput } from './TextInput';
import { draw } from './ui.fixture';

interface Props {
  unsaved?: number | undefined;
  onDiscard?: () => void;
  onSave?: () => void;
  refusal?: string;
  more?: React.ReactNode;
}

const Opened = ({ unsaved, onDiscard, onSave, refusal, more }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal
          title="Harbour"
          {...(unsaved !== undefined && { unsaved })}
          onDiscard={onDiscard}
          onClose={() => setOpen(false)}
          actions={
            <Button look="primary" refusal={refusal} onClick={() => onSave?.()}>
              Save
            </Button>
          }
        >
          <input aria-label="Name" />
          {more}
        </Modal>
      )}
    </>
  );
};

const open = async (props: Props = {}) => {
  const user = draw(<Opened {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
};

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

it('keeps the focus inside, both ways, and gives it back', async () => {
  const user = await open();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus(); // one types at once
  const around = ['Cancel', 'Save', 'Close', 'Name', 'Cancel', 'Save', 'Close'];
  for (const name of around) {
    await user.tab();
    expect(document.activeElement).toHaveAccessibleName(name);
  }
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('begins where something can be changed', () => {
  draw(
    <Modal title="Harbour" onClose={() => undefined}>
      <input aria-label="Client" role="combobox" aria-expanded={false} aria-controls="none" readOnly />
      <input aria-label="Name" />
    </Modal>,
  );
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

const Chosen = ({ isLater }: { isLater?: boolean }) => {
  const [isThere, setThere] = useState(!isLater);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal title="Harbour" onClose={() => undefined}>
      <fieldset>
        {isThere &&
          ['open', 'shut'].map(value => (
            <Radio key={value} name="state" value={value} isOn={value === 'shut'} onChange={() => undefined}>
              {value}
            </Radio>
          ))}
      </fieldset>
    </Modal>
  );
};

it('begins at what is marked, and never in a slider', () => {
  draw(
    <Modal title="Harbour" onClose={() => undefined}>
      <input type="range" aria-label="Weight" />
      <section data-autofocus tabIndex={-1} aria-label="Ranking" />
    </Modal>,
  );
  expect(screen.getByRole('region', { name: 'Ranking' })).toHaveFocus();
});

it('begins in no slider where nothing is typed', () => {
  draw(
    <Modal title="Harbour" onClose={() => undefined}>
      <input type="range" aria-label="Weight" />
    </Modal>,
  );
  expect(screen.getByRole('slider', { name: 'Weight' })).not.toHaveFocus();
});

it('begins at what is chosen where nothing is typed', () => {
  draw(<Chosen />);
  expect(screen.getByRole('radio', { name: 'shut' })).toHaveFocus();
});

it('begins at what comes later', async () => {
  draw(<Chosen isLater />);
  expect(screen.getByRole('dialog', { name: 'Harbour' })).toHaveFocus();
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: 'shut' })).toHaveFocus());
});

it('leaves the focus where somebody has put it', async () => {
  const user = draw(<Chosen isLater />);
  await user.click(screen.getByRole('heading', { name: 'Harbour' }));
  expect(await screen.findByRole('radio', { name: 'shut' })).not.toHaveFocus();
});

const Steps = () => {
  const [isDone, setDone] = useState(false);
  return (
    <Modal title="Harbour" onClose={() => undefined}>
      {isDone ? 'Done' : <Button onClick={() => setDone(true)}>Do it</Button>}
    </Modal>
  );
};

it('keeps the focus when what had it is gone', async () => {
  const user = draw(<Steps />);
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  expect(screen.getByRole('dialog', { name: 'Harbour' })).toHaveFocus();
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
