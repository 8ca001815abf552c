import { screen, waitFor } from '@testing-library/react';
import { SelectInput, TextInput } from 'ra-ui-materialui';
import { expect, it } from 'vitest';
import { stored } from './boat.fixture';
import { field, isPut, openForm, type } from './form.fixture';
import { stockInput } from './stockInput';

const inputs = {
  harbour: stockInput(TextInput),
  papers: stockInput(SelectInput, {
    choices: [
      { id: 'de', name: 'Deutsch' },
      { id: 'en', name: 'English' },
    ],
    emptyText: 'None',
  }),
};

it("takes react-admin's own inputs among those of a form: they show, change and are saved like any other", async () => {
  const { user, sent } = openForm(
    '/boats/list/5',
    call => (isPut(call) ? { body: { ...stored, version: 4 } } : undefined),
    { inputs },
  );
  const harbour = await field('Harbour');
  expect(harbour).toHaveValue(stored.harbour);
  await type(user, 'Harbour', 'Bremen');
  await user.click(screen.getByRole('combobox', { name: 'Language of papers' }));
  await user.click(await screen.findByRole('option', { name: 'English' }));
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ harbour: 'Bremen', papers: 'en' }));
});

it('shows what the service found wrong in one of them until it is changed', async () => {
  const refused = {
    status: 422,
    code: 'VALIDATION',
    messages: ['validation.max'],
    fieldErrors: { harbour: ['validation.max'] },
    params: { harbour: { 'validation.max': { max: 1200 } } },
  };
  const { user } = openForm('/boats/list/5', call => (isPut(call) ? { status: 422, body: refused } : undefined), {
    inputs,
  });
  await type(user, 'Harbour', 'Bremen');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(async () =>
    expect(await field('Harbour')).toHaveAccessibleDescription('Must have 1,200 characters or fewer.'),
  );
  await user.type(await field('Harbour'), 'h');
  await waitFor(async () => expect(await field('Harbour')).toBeValid());
});
