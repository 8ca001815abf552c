import { screen } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import engine from '../../../../directus-schema/seed/en/engine.json';
import { noMeta, noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { MetaContext, type FieldMeta, type Kind, type Meta } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { words } from '../form/boat.fixture';
import { kindCells, LevelCell, PeriodCell } from './kindCells';

const fields: FieldMeta[] = [
  { name: 'hireStart', kind: 'date' },
  { name: 'hireEnd', kind: 'date' },
  { name: 'berths', kind: 'int' },
  { name: 'berthsFilled', kind: 'int' },
];

const meta: Meta = {
  ...noMeta,
  enumText: { boatState: 'boat.status' },
  resources: [{ ...noResource, name: 'boat', status: 'state', fields, row: ['id', 'harbourName'] }],
};

/** What a cell shows of the field. */
const draw = (Cell: (typeof kindCells)[Kind], field: FieldMeta, record: Record<string, unknown>) => {
  drawWith(
    <MetaContext value={meta}>
      <ResourceContextProvider value="boat">
        <p>
          <Cell record={record} field={field} />
        </p>
      </ResourceContextProvider>
    </MetaContext>,
    { ...engine, ...words },
  );
  return [...document.querySelectorAll('p')].at(-1)?.textContent;
};

const cases: [kind: Kind, value: unknown, text: string, more?: Record<string, unknown>][] = [
  ['id', 1240, '1240'],
  ['text', 'Albatross', 'Albatross'],
  ['text', ['red', 'white'], 'red, white'],
  ['html', '<p>Sails <b>well</b></p>', ' Sails  well  '],
  ['int', 1240, '1,240'],
  ['decimal', 0.12345, '0.1235'],
  ['money', 1240.5, '1,240.50\u00a0€'],
  ['money', 1240.5, '$1,240.50', { currency: 'USD' }],
  ['percent', 12.5, '12.5 %'],
  ['bool', true, 'Yes'],
  ['bool', false, 'No'],
  ['bool', null, 'No'],
  ['date', '2027-01-12', '12 Jan 2027'],
  ['date', 'soon', 'soon'],
  ['instant', '2026-01-12T10:49:00Z', '12 Jan 2026'],
  ['country', 'DE', 'Germany'],
  ['country', 'Atlantis', 'Atlantis'],
  ['messageKey', 'panel.cell.yes', 'Yes'],
  ['object', { added: 3, failed: 1240 }, '1,243'],
  ['object', { city: 'Kiel' }, ''],
  ['code', 'ALB-1', 'ALB-1'],
  ['ref', 7, 'Kiel', { harbourName: 'Kiel' }],
];

it.each(cases)('shows of the kind %s the value %j as %j', (kind, value, text, more) => {
  vi.useFakeTimers({ now: new Date('2027-03-01T10:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const name = kind === 'ref' ? 'harbourId' : 'value';
  expect(draw(kindCells[kind], { name, kind }, { id: 1, [name]: value, ...more })).toBe(text);
});

const empties = Object.keys(kindCells).filter(kind => kind !== 'bool') as Kind[]; // keys of the table

it.each(empties)('shows nothing of the kind %s where nothing is', kind => {
  expect(draw(kindCells[kind], { name: 'value', kind }, { id: 1, value: null })).toBe('');
});

it('shows the status as a chip, and other values of an enumeration as words', () => {
  draw(kindCells.enum, { name: 'state', kind: 'enum', enum: 'boatState' }, { state: 'AFLOAT' });
  expect(screen.getByText('Afloat').closest('.chip')).not.toBeNull();
  const before = { name: 'states', kind: 'enum', enum: 'boatState', many: true } as const;
  expect(draw(kindCells.enum, before, { states: ['MOORED', 'SUNK'] })).toBe('Moored, Sunk');
});

it.each([
  ['both ends', '2027-01-12', '2027-06-30', '12 Jan – 30 Jun 2027'],
  ['both ends in two years', '2026-12-12', '2027-06-30', '12 Dec 2026 – 30 Jun 2027'],
  ['only a start', '2027-01-12', null, 'from 12 Jan 2027'],
  ['only an end', null, '2027-06-30', 'until 30 Jun 2027'],
  ['neither', null, null, ''],
])('shows a period with %s', (_, hireStart, hireEnd, text) => {
  expect(draw(PeriodCell, { name: 'hireStart', kind: 'date' }, { hireStart, hireEnd })).toBe(text);
});

it('shows how much of a count is filled, in figures too', () => {
  expect(draw(LevelCell, { name: 'berths', kind: 'int' }, { berths: 3, berthsFilled: 2 })).toBe('2 of 3');
});

it('names a record that the row does not bring along by its id, where its resource may not be seen', () => {
  const calls = fakeService(() => ({ status: 404 }));
  expect(draw(kindCells.ref, { name: 'skipperId', kind: 'ref', ref: 'skipper' }, { skipperId: 9 })).toBe('9');
  expect(calls).toEqual([]);
});
