import { useState } from 'react';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DateInput } from './DateInput';
import { Field } from './Field';
import { draw } from './pieces.fixture';

const Launch = () => {
  const [day, setDay] = useState<string | null>('2027-01-12');
  return (
    <>
      <Field label="Launch">
        <DateInput label="Launch" value={day} onChange={setDay} />
      </Field>
      <output>{day}</output>
    </>
  );
};

it("keeps its text under the cursor and shows the reader's form when one leaves", async () => {
  const user = draw(<Launch />);
  const input = screen.getByRole('textbox', { name: 'Launch' });
  expect(input).toHaveValue('12 Jan 2027');
  await user.tab(); // selects the text, as browsers do
  expect(input).toHaveValue('12 Jan 2027');
  await user.keyboard('2027-03-01');
  expect(input).toHaveValue('2027-03-01');
  await user.tab();
  expect(input).toHaveValue('01 Mar 2027');
  expect(screen.getByRole('status')).toHaveTextContent('2027-03-01');
});

it('is picked in the calendar', async () => {
  const user = draw(<Launch />);
  await user.click(screen.getByRole('button', { name: 'Choose Launch in the calendar' }));
  await user.click(screen.getByLabelText(/\b20 January 2027$/));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByRole('textbox', { name: 'Launch' })).toHaveValue('20 Jan 2027');
});

it('keeps a day that does not exist as it was typed', async () => {
  const user = draw(<Launch />);
  const input = screen.getByRole('textbox', { name: 'Launch' });
  await user.clear(input);
  await user.type(input, '2026-02-30');
  await user.tab();
  expect(input).toHaveValue('2026-02-30');
  await user.click(screen.getByRole('button', { name: 'Choose Launch in the calendar' }));
  expect(screen.getByRole('dialog')).toBeVisible();
});
