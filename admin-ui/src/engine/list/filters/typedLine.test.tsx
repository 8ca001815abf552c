import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ModalFrame } from '../../../ui/ModalFrame';
import { draw } from '../../../ui/ui.fixture';
import { TypedLine } from './TypedLine';

it('closes the dialog around it by one Escape, and keeps what was typed', async () => {
  const [onClose, onChange] = [vi.fn(), vi.fn()];
  const user = draw(
    <ModalFrame title="Filters" onClose={onClose} footer={null}>
      <TypedLine label="Title" given="" onChange={onChange} />
    </ModalFrame>,
  );
  await user.type(await screen.findByRole('searchbox', { name: 'Title' }), 'boat');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('boat'));
});
