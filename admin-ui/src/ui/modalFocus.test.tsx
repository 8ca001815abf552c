import { useEffect, useState } from 'react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button';
import { Modal } from './Modal';
import { Radio } from './Radio';
import { draw } from './ui.fixture';
import { open } from './modal.fixture';

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
