import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import domain from '../../../../directus-schema/seed/en/panel.json';
import engine from '../../../../directus-schema/seed/en/engine.json';
import ui from '../../../../directus-schema/seed/en/ui.json';
import { noResource } from '../../../test/Panel';
import type { FieldMeta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { FormContext } from './FormContext';
import { inputOf } from './ObjectInput';
import { ManyInput } from './ManyInput';

const texts = {
  ...domain,
  ...engine,
  ...ui,
  depths: 'Depth',
  'home.city': 'City',
  'home.street': 'Street',
  'marks.name': 'Name',
  'mark.needed': 'Needed',
};

interface Form {
  isReadOnly?: boolean;
  errors?: Record<string, string>;
}

interface KindInputFormProps {
  field: FieldMeta;
  start: unknown;
  onChange: (value: unknown) => void;
}

/** The input of a field, which keeps what it is changed to. */
const KindInputForm = ({ field, start, onChange }: KindInputFormProps) => {
  const [value, setValue] = useState(start);
  const Input = field.many ? ManyInput : inputOf(field.kind);
  const change = (next: unknown) => {
    setValue(next);
    onChange(next);
  };
  return <Input field={field} source={field.name} label="Depth" value={value} onChange={change} />;
};

const open = (field: FieldMeta, start: unknown, { isReadOnly = false, errors = {} }: Form = {}) => {
  const changes = vi.fn<(value: unknown) => void>();
  const user = drawWith(
    <FormContext
      value={{
        ...{ meta: noResource, base: {}, values: {}, labelOf: (name: string) => name, isNew: false, isReadOnly },
        ...{ changed: new Set<string>(), errors, set: () => undefined },
      }}
    >
      <KindInputForm field={field} start={start} onChange={changes} />
    </FormContext>,
    texts,
  );
  return { user, last: () => changes.mock.lastCall?.[0] };
};

const depths: FieldMeta = { name: 'depths', kind: 'int', many: true };
const home: FieldMeta = {
  name: 'home',
  kind: 'object',
  fields: [
    { name: 'city', kind: 'text', required: true },
    { name: 'street', kind: 'text' },
  ],
};
const marks: FieldMeta = { name: 'marks', kind: 'object', many: true, fields: [{ name: 'name', kind: 'text' }] };

it('adds, changes and takes away values that are no words, each in its row', async () => {
  const { user, last } = open(depths, [3, 7]);
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(last()).toEqual([3, 7, null]);
  await user.type(screen.getAllByRole('textbox')[2] as HTMLElement, '9'); // the new one
  expect(last()).toEqual([3, 7, 9]);
  await user.click(screen.getByRole('button', { name: 'Remove Depth 2' }));
  expect(last()).toEqual([3, 9]);
  await user.click(screen.getByRole('button', { name: 'Remove Depth 2' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add entry' })).toHaveFocus());
});

it('says what is wrong with the list as a whole, and lets nobody change what may only be read', () => {
  open(depths, [3], { isReadOnly: true, errors: { depths: 'Must have two or more.' } });
  expect(screen.getByText('Must have two or more.')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('begins a new part of several with nothing in it, and labels it whichever it is', async () => {
  const { user, last } = open(marks, [{ name: 'Red' }]);
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(last()).toEqual([{ name: 'Red' }, {}]);
  const [first, second] = screen.getAllByRole('textbox', { name: 'Name' });
  expect([first, second].map(each => (each as HTMLInputElement).value)).toEqual(['Red', '']); // both are lines
  await user.type(second as HTMLElement, 'B');
  expect(last()).toEqual([{ name: 'Red' }, { name: 'B' }]);
});

it('changes one part and keeps the others; with nothing in any it is nothing', async () => {
  const { user, last } = open(home, { city: 'Kiel', street: 'Hafen' });
  await user.clear(screen.getByRole('textbox', { name: 'Street' }));
  expect(last()).toMatchObject({ city: 'Kiel' });
  await user.clear(screen.getByRole('textbox', { name: 'City' }));
  expect(last()).toBeNull();
});

it('says of each part what is wrong with it, and whether it is needed', () => {
  open(home, null, { errors: { 'home.city': 'Must be filled in.' } });
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('Must be filled in.');
  expect(screen.getByRole('textbox', { name: 'City' })).toBeRequired();
  expect(screen.getByRole('textbox', { name: 'Street' })).not.toBeRequired();
});

it('ticks a part that is yes or no under its own label', async () => {
  const { user, last } = open(
    { name: 'mark', kind: 'object', fields: [{ name: 'needed', kind: 'bool' }] },
    { needed: false },
  );
  await user.click(screen.getByRole('checkbox', { name: 'Needed' }));
  expect(last()).toEqual({ needed: true });
});

it('says as one types that a part is beyond its bounds', async () => {
  const latitude: FieldMeta = { name: 'latitude', kind: 'decimal', minValue: -90, maxValue: 90 };
  const { user } = open({ name: 'home', kind: 'object', fields: [latitude] }, null);
  const input = screen.getByRole('textbox', { name: /latitude/ });
  await user.type(input, '-91');
  expect(input).toHaveAccessibleDescription('Must be -90 or more.');
  await user.clear(input);
  await user.type(input, '90.5');
  expect(input).toHaveAccessibleDescription('Must be 90 or less.');
  await user.clear(input);
  await user.type(input, '54');
  expect(input).toBeValid();
});
