import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import words from '../../../../directus-schema/seed/en/content.json';
import { drawWith } from '../../ui/ui.fixture';
import { createDesk } from './desk';
import { NewKey } from './NewKey';

it('marks what a new key needs, begins there, and saves with Ctrl+S once it is there', async () => {
  const save = vi.fn(() => new Promise<never>(() => undefined));
  const made = vi.fn();
  const desk = createDesk({ person: '7', save });
  const user = drawWith(<NewKey client={0} known={[]} desk={desk} onMade={made} onClose={vi.fn()} />, {
    ...words,
    ...uiWords,
  });
  const key = await screen.findByRole('textbox', { name: /^Key/ });
  expect(key).toHaveFocus();
  for (const field of screen.getAllByRole('textbox')) expect(field).toBeRequired();
  await user.keyboard('{Control>}s{/Control}');
  expect(made).not.toHaveBeenCalled();
  await user.type(key, 'boat.name');
  await user.type(screen.getByRole('textbox', { name: /English/ }), 'Boat');
  await user.keyboard('{Control>}s{/Control}');
  expect(made).toHaveBeenCalledWith('boat.name');
  expect(save).toHaveBeenCalledOnce();
});
