import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Menu } from './Menu';

it('closes when it becomes the menu of something else, and stays so when that goes again', async () => {
  const menu = (of: number) => (
    <Menu label="Actions" of={of} lines={[{ label: 'Rename', onSelect: () => undefined }]} />
  );
  const { rerender } = render(menu(1));
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeVisible();
  rerender(menu(2));
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
  rerender(menu(1));
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
});
