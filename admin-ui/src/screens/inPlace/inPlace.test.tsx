import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import words from '../../../../directus-schema/seed/en/content.json';
import common from '../../../../directus-schema/seed/en/panel.json';
import { fakeService } from '../../../test/service';
import { editTexts, isEditingTexts, textMark } from '../../providers/textMarks';
import { drawWith } from '../../ui/ui.fixture';
import { InPlace } from './InPlace';
import { mark } from './marks';

const text = (locale: string, messageValue: string) => ({
  id: locale.charCodeAt(0),
  locale,
  messageKey: 'panel.save',
  messageValue,
  state: 'TRANSLATED',
  dateUpdated: '2026-01-01T00:00:00.000Z',
});

/** The layer over a page with one button, and what the service was asked. */
const begin = (english = () => 'Save') => {
  const pressed = vi.fn();
  const calls = fakeService(({ path }) => {
    if (path.includes('/items/')) return { body: { data: [text('en', english()), text('de', 'Speichern')] } };
    return { body: { clients: [], beyond: 3, pages: [], results: [] } };
  });
  editTexts(true);
  const user = drawWith(
    <>
      <button type="button" onClick={pressed}>
        {mark('panel.save', 'Save')}
      </button>
      <p>Words of a record</p>
      <InPlace />
    </>,
    { ...common, ...words },
  );
  return { user, pressed, calls, button: screen.getAllByRole('button', { name: /^Save/ })[0] as HTMLElement };
};

afterEach(() => act(() => editTexts(false)));

it('opens the text that is clicked in place of what the click would do, with its other languages and whom it reaches', async () => {
  const { user, pressed, button } = begin();
  await user.click(button);
  expect(await screen.findByRole('textbox', { name: 'English text of panel.save' })).toHaveValue('Save');
  expect(screen.getByRole('button', { name: /German.*Speichern/ })).toBeVisible();
  expect(await screen.findByText('3 clients outside of your scope see it too.')).toBeVisible();
  expect(pressed).not.toHaveBeenCalled();
});

it('begins each time with the text as it is by then', async () => {
  let english = 'Save';
  const { user, button } = begin(() => english);
  const field = () => screen.findByRole('textbox', { name: 'English text of panel.save' });
  await user.click(button);
  expect(await field()).toHaveValue('Save');
  await user.keyboard('{Escape}');
  english = 'Keep';
  await user.click(button);
  expect(await field()).toHaveValue('Keep');
});

it('leaves the panel at work: to clicks with Alt, to keys, and where no text of ours is', async () => {
  const { user, pressed, button } = begin();
  await user.keyboard('{Alt>}');
  await user.click(button);
  await user.keyboard('{/Alt}');
  button.focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByText('Words of a record'));
  expect(pressed).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens by F2 what has the focus, marks texts while it is there, and ends when one is done', async () => {
  const { user, button } = begin();
  button.focus();
  await user.keyboard('{F2}');
  expect(await screen.findByRole('dialog')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(textMark()).toBe(mark);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(isEditingTexts()).toBe(false);
});
