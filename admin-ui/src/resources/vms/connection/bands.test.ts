import { expect, it } from 'vitest';
import type { VmsActivity, VmsEvent } from '../../../generated/answers';
import { goesOn, partsOf } from './bands';

const event = (kind: VmsEvent['kind'], at: string, until: string | null): VmsEvent => ({
  id: 1,
  kind,
  at: `2026-11-20T${at}:00Z`,
  until: until && `2026-11-20T${until}:00Z`,
  detail: '',
  endedBy: '',
  acknowledgedAt: null,
  acknowledgedBy: '',
});

// the screen reads no other field
const activityWith = (events: VmsEvent[]) =>
  ({ from: '2026-11-20T10:00:00Z', at: '2026-11-20T20:00:00Z', events }) as unknown as VmsActivity;

it('draws each pause where it was, one that began before from the edge, and one that goes on until now', () => {
  const events = [
    event('PAUSED', '19:00', '21:00'),
    event('SILENT', '15:00', null),
    event('PAUSED', '12:00', '13:00'),
    event('PAUSED', '08:00', '11:00'),
    event('PAUSED', '07:00', '08:00'),
  ];
  expect(partsOf(activityWith(events), 'PAUSED')).toEqual([
    { from: 0, to: 0.1 },
    { from: 0.2, to: 0.3 },
    { from: 0.9, to: 1 },
  ]);
  expect(partsOf(activityWith(events), 'SILENT')).toEqual([{ from: 0.5, to: 1 }]);
});

it('says that something goes on until its end has come', () => {
  expect(goesOn(event('SILENT', '15:00', null), '2026-11-20T20:00:00Z')).toBe(true);
  expect(goesOn(event('PAUSED', '15:00', '20:01'), '2026-11-20T20:00:00Z')).toBe(true);
  expect(goesOn(event('PAUSED', '15:00', '20:00'), '2026-11-20T20:00:00Z')).toBe(false);
});
