import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import poolWords from '../../../../directus-schema/seed/en/pool.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService } from '../../../test/service';
import { drawWith } from '../../ui/ui.fixture';
import { CatalogDialog } from './CatalogDialog';

const image = (id: number, clientId: number | null) => ({
  id,
  clientId,
  resourceId: `r${id}`,
  url: `/api/image/r${id}`,
  titleKey: `title.${id}`,
});
const titles = { 'title.1': 'Anchor', 'title.2': 'Canal', 'title.3': 'Crew' };

const onChoose = vi.fn();
afterEach(() => onChoose.mockClear());

const open = (clientId: number, ...images: ReturnType<typeof image>[]) => {
  fakeService(() => ({ body: { results: images, totalResults: images.length } }));
  return drawWith(<CatalogDialog clientId={clientId} value="r1" onChoose={onChoose} onClose={vi.fn()} />, {
    ...poolWords,
    ...uiWords,
    ...titles,
  });
};

it('offers what is for everybody and for the client, with what is chosen, and takes another one by keyboard', async () => {
  const user = open(7, image(1, null), image(2, 7), image(3, 8));
  const first = await screen.findByRole('radio', { name: 'Anchor' });
  expect(first).toBeChecked();
  expect(screen.queryByRole('radio', { name: 'Crew' })).toBeNull(); // another client's
  await user.click(screen.getByRole('button', { name: 'Choose image' }));
  expect(onChoose).not.toHaveBeenCalled(); // nothing has changed
  await user.click(first);
  await user.keyboard('{ArrowDown}');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith('r2'));
});

it('says that there is none', async () => {
  open(7, image(3, 8));
  expect(await screen.findByText('No images yet')).toBeVisible();
});
