import { useRef, useState } from 'react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import engineWords from '../../../../../directus-schema/seed/en/engine.json';
import words from '../../../../../directus-schema/seed/en/ui.json';
import { drawWith } from '../../../ui/ui.fixture';
import { Picker } from './Picker';

const names = ['Albatross', 'Bittern', 'Curlew', 'Dunlin', 'Egret', 'Fulmar', 'Gannet', 'Heron', 'Ibis', 'Jay'];
const birds = (count: number) =>
  [...names, 'Kite', 'Lark', 'Merlin', 'Nightjar'].slice(0, count).map(text => ({ value: text.toUpperCase(), text }));

const Birds = ({ count, many, onChoose }: { count: number; many: boolean; onChoose: (values: unknown[]) => void }) => {
  const anchor = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<unknown[]>(['CURLEW']);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button ref={anchor} type="button">
        {isOpen ? 'open' : 'closed'}
      </button>
      {isOpen && (
        <Picker
          anchor={anchor}
          label="Bird"
          none="Any"
          options={birds(count)}
          chosen={chosen}
          many={many}
          onChoose={values => {
            setChosen(values);
            onChoose(values);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

const open = (count: number, many: boolean) => {
  const chose = vi.fn();
  return { user: drawWith(<Birds count={count} many={many} onChoose={chose} />, { ...words, ...engineWords }), chose };
};

it('begins at what is chosen of a few, goes by arrows and first letters, and takes it back by the first line', async () => {
  const { user, chose } = open(5, false);
  expect(await screen.findByRole('option', { name: 'Curlew', selected: true })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'Dunlin' })).toHaveFocus();
  await user.keyboard('b');
  expect(screen.getByRole('option', { name: 'Bittern' })).toHaveFocus();
  await user.keyboard('{Home}{Enter}');
  expect(chose).toHaveBeenLastCalledWith([]);
  expect(screen.getByRole('button', { name: 'closed' })).toBeVisible();
});

it('stays open where several may be picked, and picks none twice', async () => {
  const { user, chose } = open(5, true);
  await screen.findByRole('listbox', { name: 'Bird' });
  await user.click(screen.getByRole('option', { name: 'Egret' }));
  expect(chose).toHaveBeenLastCalledWith(['CURLEW', 'EGRET']);
  await user.click(screen.getByRole('option', { name: 'Curlew' }));
  expect(chose).toHaveBeenLastCalledWith(['EGRET']);
});

it('finds one of many by typing, and an emptied line takes nothing away', async () => {
  const { user, chose } = open(14, true);
  const line = await screen.findByRole('combobox', { name: 'Find in Bird' });
  expect(line).toHaveFocus();
  await user.keyboard('er{Enter}');
  expect(chose).toHaveBeenLastCalledWith(['CURLEW', 'BITTERN']);
  expect(line).toHaveValue('');
  await user.keyboard('ga{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(chose).toHaveBeenCalledTimes(1);
  await user.keyboard('xyz');
  expect(screen.getByText('Nothing found')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'closed' })).toBeVisible();
});
