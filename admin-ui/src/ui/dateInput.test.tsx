import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { DateInput } from './DateInput';
import { Field } from './Field';
import { MomentInput } from './MomentInput';
import { PeriodInput } from './PeriodInput';
import { draw } from './ui.fixture';

interface Bounds {
  min?: string;
  max?: string;
}

const Launch = (bounds: Bounds) => {
  const [day, setDay] = useState<string | null>('2027-01-12');
  return (
    <>
      <Field label="Launch">
        <DateInput label="Launch" value={day} onChange={setDay} {...bounds} />
      </Field>
      <output>{day}</output>
    </>
  );
};

const line = () => screen.getByRole('textbox', { name: 'Launch' });
const open = () => screen.getByRole('button', { name: 'Choose Launch in the calendar' });
const cell = (name: string) => screen.getByRole('gridcell', { name });

it("keeps its text under the cursor and shows the reader's form when one leaves", async () => {
  const user = draw(<Launch />);
  expect(line()).toHaveValue('12 Jan 2027');
  await user.tab(); // selects the text, as browsers do
  expect(line()).toHaveValue('12 Jan 2027');
  await user.keyboard('2027-03-01');
  expect(line()).toHaveValue('2027-03-01');
  await user.tab();
  expect(line()).toHaveValue('01 Mar 2027');
  expect(screen.getByRole('status')).toHaveTextContent('2027-03-01');
});

it('is picked in the calendar, which starts its weeks on Monday', async () => {
  const user = draw(<Launch />);
  await user.click(open());
  const calendar = within(await screen.findByRole('dialog', { name: 'Launch' }));
  expect(calendar.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ]);
  await waitFor(() => expect(cell('12')).toHaveFocus());
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
  await user.click(cell('20'));
  expect(line()).toHaveValue('20 Jan 2027');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('moves by day and by week with the keys, and closes on Escape with the focus where it was', async () => {
  const user = draw(<Launch />);
  await user.click(open());
  await waitFor(() => expect(cell('12')).toHaveFocus());
  const steps = { '{ArrowRight}': '13', '{ArrowDown}': '20', '{Home}': '18', '{End}': '24', '{ArrowUp}': '17' };
  for (const [key, name] of Object.entries(steps)) {
    await user.keyboard(key);
    expect(cell(name)).toHaveFocus();
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(open()).toHaveFocus());
  expect(line()).toHaveValue('12 Jan 2027');
});

it('keeps a day that does not exist as it was typed, and says so when one leaves', async () => {
  const user = draw(<Launch />);
  await user.clear(line());
  await user.type(line(), '2026-02-30');
  expect(line()).toBeValid();
  await user.tab();
  expect(line()).toHaveValue('2026-02-30');
  expect(line()).toBeInvalid();
  expect(line()).toHaveAccessibleDescription('Must be a date, like 2027-01-12.');
  await user.click(open());
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('refuses a day out of bounds, typed or picked', async () => {
  const user = draw(<Launch min="2027-01-05" max="2027-02-20" />);
  await user.clear(line());
  await user.type(line(), '4.1.2027');
  await user.tab();
  expect(line()).toHaveAccessibleDescription('Must be 05 Jan 2027 or later.');
  await user.clear(line());
  await user.type(line(), '2027-02-21');
  await user.tab();
  expect(line()).toHaveAccessibleDescription('Must be 20 Feb 2027 or earlier.');
  await user.click(open());
  expect(await screen.findByRole('gridcell', { name: '21' })).toBeDisabled();
  expect(cell('20')).toBeEnabled();
});

const Start = () => {
  const [at, setAt] = useState<string | null>(new Date(2027, 0, 12, 14, 30).toISOString());
  return (
    <>
      <Field label="Launch">
        <MomentInput label="Launch" value={at} onChange={setAt} />
      </Field>
      <output>{at}</output>
    </>
  );
};

it('takes a moment by the clock of the reader', async () => {
  const user = draw(<Start />);
  expect(line()).toHaveValue('12 Jan 2027, 14:30');
  await user.clear(line());
  await user.type(line(), '2027-03-01 25');
  await user.tab();
  expect(line()).toHaveAccessibleDescription('Must be a date and a time, like 2027-01-12 14:30.');
  await user.clear(line());
  await user.type(line(), '2027-03-01');
  await user.tab();
  expect(line()).toHaveValue('01 Mar 2027, 00:00');
  await user.clear(line());
  await user.type(line(), '2027-03-01 9:05');
  await user.tab();
  expect(line()).toHaveValue('01 Mar 2027, 09:05');
  await user.click(open());
  await user.click(await screen.findByRole('gridcell', { name: '2' }));
  await user.click(within(screen.getByRole('listbox', { name: 'Hours' })).getByRole('option', { name: '16' }));
  expect(screen.getByRole('status')).toHaveTextContent(new Date(2027, 2, 2, 16, 5).toISOString());
});

const Hire = () => {
  const [period, setPeriod] = useState({ start: '2027-01-12' as string | null, end: null as string | null });
  return <PeriodInput label="Hire" value={period} onChange={setPeriod} />;
};

it('refuses a period that ends before it starts', async () => {
  const user = draw(<Hire />);
  const end = within(screen.getByRole('group', { name: 'Hire' })).getByRole('textbox', { name: 'End' });
  await user.type(end, '2027-01-11');
  expect(end).toHaveAccessibleDescription('The end must be the start or later.');
  await user.clear(end);
  await user.type(end, '12.1.2027');
  await user.tab();
  expect(end).toBeValid();
  expect(end).toHaveValue('12 Jan 2027');
});
