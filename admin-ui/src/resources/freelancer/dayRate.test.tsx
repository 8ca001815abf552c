import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import words from '../../../../directus-schema/seed/en/freelancer.json';
import { noResource } from '../../../test/Panel';
import { FormContext } from '../../engine/form/FormContext';
import { drawWith } from '../../ui/ui.fixture';
import { DayRateInput } from './DayRateInput';

const draw = (ratesDiffer: boolean, changed: string[] = []) => {
  const values = { hourRate: 90, dayRate: 90, currency: 'EUR', ratesDiffer };
  const form = { meta: noResource, labelOf: () => 'Day rate', base: values, values, isNew: false, isReadOnly: false };
  drawWith(
    <FormContext value={{ ...form, changed: new Set(changed), errors: {}, set: () => undefined }}>
      <DayRateInput source="dayRate" field={{ name: 'dayRate', kind: 'money' }} />
    </FormContext>,
    words,
  );
  return screen.findByRole('textbox', { name: /Day rate/ });
};

it('explains at the day rate that it does not fit the stored hour rate', async () => {
  expect(await draw(true)).toHaveAccessibleDescription(/more than 50 % away from eight hours of the hour rate/);
});

it('says nothing of rates that fit, nor of ones that are being changed', async () => {
  expect(await draw(false)).not.toHaveAccessibleDescription();
});

it('leaves out what it says of stored rates once one of them is changed', async () => {
  expect(await draw(true, ['hourRate'])).not.toHaveAccessibleDescription();
});
