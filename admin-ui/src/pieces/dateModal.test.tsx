import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DateModal, type Days } from './DateModal';
import { draw } from './pieces.fixture';

const open = (value: Days, isRange = false) => {
  const onPick = vi.fn();
  const user = draw(
    <DateModal
      title="Period"
      value={value}
      isRange={isRange}
      min="2027-01-05"
      onPick={onPick}
      onClose={() => undefined}
    />,
  );
  return { user, onPick };
};

const day = (name: string) => screen.getByLabelText(new RegExp(`\\b${name}$`));

it('moves by day, week, month and year with the keys', async () => {
  const { user, onPick } = open({ start: '2027-01-31', end: null });
  day('31 January 2027').focus();
  const steps: [key: string, name: string][] = [
    ['{ArrowRight}', '1 February 2027'],
    ['{ArrowDown}', '8 February 2027'],
    ['{End}', '14 February 2027'],
    ['{Home}', '8 February 2027'],
    ['{ArrowUp}', '1 February 2027'],
    ['{ArrowLeft}', '31 January 2027'],
    ['{PageDown}', '28 February 2027'],
    ['{Shift>}{PageUp}{/Shift}', '28 February 2026'],
    ['{Shift>}{PageDown}{/Shift}', '28 February 2027'],
  ];
  for (const [key, name] of steps) {
    await user.keyboard(key);
    expect(day(name)).toHaveFocus();
  }
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onPick).toHaveBeenCalledWith({ start: '2027-02-28', end: null });
});

it('starts its weeks on Monday', () => {
  open({ start: '2027-01-12', end: null });
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ]);
});

it('takes a day as text and refuses what is none', async () => {
  const { user, onPick } = open({ start: '2027-01-12', end: null });
  const text = screen.getByRole('textbox', { name: 'Date' });
  await user.clear(text);
  await user.type(text, '2027-02-30');
  expect(text).toBeInvalid();
  expect(text).toHaveAccessibleDescription('Must be a date, like 2027-01-12.');
  await user.clear(text);
  await user.type(text, '2027-03-01');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onPick).toHaveBeenCalledWith({ start: '2027-03-01', end: null });
});

it('picks a period in either order', async () => {
  const { user, onPick } = open({ start: '2027-01-12', end: '2027-01-20' }, true);
  await user.click(day('28 January 2027'));
  await user.click(day('14 January 2027'));
  expect(screen.getByRole('textbox', { name: 'Start' })).toHaveValue('2027-01-14');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onPick).toHaveBeenCalledWith({ start: '2027-01-14', end: '2027-01-28' });
});

it('does not take a period that ends before it starts, nor a day out of bounds', async () => {
  const { user, onPick } = open({ start: '2027-01-12', end: '2027-01-10' }, true);
  const apply = screen.getByRole('button', { name: 'Apply' });
  expect(apply).toHaveAccessibleDescription('The end must be the start or later.');
  await user.click(apply);
  expect(onPick).not.toHaveBeenCalled();
  await user.click(day('4 January 2027'));
  expect(screen.getByRole('textbox', { name: 'Start' })).toHaveValue('2027-01-12');
});
