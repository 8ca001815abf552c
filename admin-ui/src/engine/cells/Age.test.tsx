import { Profiler } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Panel } from '../../../test/Panel';
import { Age } from './Age';

it('is drawn once, though the clock goes on while it is', () => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1));
  const drawn = vi.fn();
  render(
    <Panel>
      <Profiler id="ages" onRender={drawn}>
        <Age at="2026-11-20T11:48:30.000Z" />
        <Age at="2026-11-20T07:00:00.000Z" />
      </Profiler>
    </Panel>,
  );
  expect(screen.getAllByRole('time').map(age => age.textContent)).toEqual(['panel.age.minutes', 'panel.age.hours']);
  expect(drawn).toHaveBeenCalledTimes(1);
});

it('says the time of day of what comes within two days', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00.000Z'));
  render(
    <Panel>
      <Age at="2026-11-21T14:20:00.000Z" />
      <Age at="2026-11-23T14:20:00.000Z" />
    </Panel>,
  );
  expect(screen.getAllByRole('time').map(age => age.textContent)).toEqual([
    expect.stringMatching(/^21 Nov, \d\d:20$/),
    '23 Nov',
  ]);
});
