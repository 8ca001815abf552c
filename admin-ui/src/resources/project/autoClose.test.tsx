import { useState } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { FormContext } from '../../engine/form/FormContext';
import { drawWith } from '../../ui/ui.fixture';
import { AutoCloseInput } from './AutoCloseInput';

afterEach(() => vi.unstubAllGlobals());

const sent: unknown[] = [];

const Form = ({ isNew, own }: { isNew: boolean; own?: boolean }) => {
  const [values, setValues] = useState<Record<string, unknown>>({ clientId: 2, autoCloseWhenFilled: own });
  const set = (field: string, value: unknown) => {
    sent.push(value);
    setValues(old => ({ ...old, [field]: value }));
  };
  const state = { meta: noResource, labelOf: () => 'Close when filled', base: {}, values, isNew, isReadOnly: false };
  return (
    <FormContext value={{ ...state, changed: new Set(), errors: {}, set }}>
      <AutoCloseInput source="autoCloseWhenFilled" field={{ name: 'autoCloseWhenFilled', kind: 'bool' }} />
    </FormContext>
  );
};

const draw = (isNew: boolean, own?: boolean) => {
  fakeService(() => ({ body: { id: 2, autoCloseWhenFilled: true } }));
  return drawWith(<Form isNew={isNew} {...(own !== undefined && { own })} />, {});
};
const box = () => screen.findByRole('checkbox', { name: 'Close when filled' });

it('shows for a new project what its client will make of it, and sends nothing by itself', async () => {
  const user = draw(true);
  await vi.waitFor(async () => expect(await box()).toBeChecked());
  expect(sent).toEqual([]);
  await user.click(await box());
  expect(sent).toEqual([false]);
  expect(await box()).not.toBeChecked();
});

it('shows for a stored project what is stored', async () => {
  draw(false, false);
  expect(await box()).not.toBeChecked();
});
