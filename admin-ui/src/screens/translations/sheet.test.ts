import { expect, it } from 'vitest';
import type { Text } from '../../providers/content';
import { mismatchOf, problemsOf, stateOf } from './check';
import { fieldsFor } from './forms';
import { moved, nextOpen } from './place';
import { cellOf, keysOf, narrow, type Sheet } from './sheet';

const text = (locale: string, messageKey: string, messageValue: string, state = 'TRANSLATED'): Text => ({
  id: 1,
  locale,
  messageKey,
  messageValue,
  state,
  dateUpdated: '',
});

const partOf = (texts: Text[]) => {
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  return new Map(
    locales.map(locale => [
      locale,
      new Map(texts.filter(each => each.locale === locale).map(each => [each.messageKey, each])),
    ]),
  );
};

const product = [
  text('en', 'a', 'Hello %{name}'),
  text('en', 'b', 'Bye'),
  text('en', 'c', 'Now'),
  text('de', 'a', 'Hallo'),
  text('de', 'c', 'Jetzt', 'STALE'),
  text('fr', 'a', 'Salut %{name}'),
  text('fr', 'b', 'Adieu', 'REVIEWED'),
  text('fr', 'c', 'Maintenant'),
];
const sheet: Sheet = { client: 0, own: partOf(product), behind: new Map() };
const locales = ['en', 'de', 'fr'];

it.each([
  ['that fits', 'Hallo %{name}', 'Hello %{name}', undefined],
  ['without one', 'Hallo', 'Hello %{name}', { missing: ['name'], unknown: [] }],
  ['with another', 'Hallo %{nom}', 'Hello %{name}', { missing: ['name'], unknown: ['nom'] }],
  ['whose forms have it together', '%{n} Zeile |||| Zeilen', '%{n} row |||| %{n} rows', undefined],
  ['that is the source', '%{x}', undefined, undefined],
])('compares the placeholders of a text %s', (_, value, source, want) =>
  expect(mismatchOf(value, source)).toEqual(want),
);

it('refuses what the service would refuse', () => {
  const made = { locale: 'en', source: undefined };
  expect(problemsOf(['abcd'], made, 3)).toEqual({ tooLong: 3, isEmpty: false, mismatch: undefined });
  expect(problemsOf(['äöü'], made, 3).tooLong).toBeUndefined();
  expect(problemsOf(['a', ''], made).isEmpty).toBe(true);
});

it('tells the state of every cell', () => {
  const states = keysOf(sheet).map(key => locales.map(locale => cellOf(sheet, locale, key).state));
  expect(states).toEqual([
    ['TRANSLATED', 'BROKEN', 'TRANSLATED'],
    ['TRANSLATED', 'MISSING', 'REVIEWED'],
    ['TRANSLATED', 'STALE', 'TRANSLATED'],
  ]);
  expect(stateOf(text('de', 'a', ''), 'x')).toBe('MISSING');
});

it.each([
  ['a plain text', 'de', 'Tschüss', 'Bye', ['Tschüss'], 'TRANSLATED'],
  ['every form', 'de', 'Zeile |||| Zeilen', 'row |||| rows', ['Zeile', 'Zeilen'], 'TRANSLATED'],
  ['too few forms', 'pl', 'wiersz |||| wiersze', 'row |||| rows', ['wiersz', 'wiersze', '', ''], 'BROKEN'],
  ['too many forms', 'ja', '行 |||| 行', 'row |||| rows', ['行'], 'BROKEN'],
  ['no form of a source that has them', 'de', 'Zeilen', 'row |||| rows', ['Zeilen', ''], 'BROKEN'],
  ['one form in a language without others', 'ja', '行', 'row |||| rows', ['行'], 'TRANSLATED'],
])('writes %s in a field for each form', (_, locale, value, source, fields, state) => {
  expect(fieldsFor(locale, value, source)).toEqual(fields);
  expect(stateOf(text(locale, 'k', value), source)).toBe(state);
});

it('shows a client the text of the product where it has none, and measures its own against its own source', () => {
  const own = partOf([text('en', 'b', 'Bye %{who}'), text('de', 'b', 'Tschüss')]);
  const client: Sheet = { client: 3, own, behind: partOf(product) };
  expect(cellOf(client, 'fr', 'a')).toMatchObject({
    text: undefined,
    inherited: { messageValue: 'Salut %{name}' },
    state: 'TRANSLATED',
  });
  expect(cellOf(client, 'de', 'b')).toMatchObject({ inherited: undefined, source: 'Bye %{who}', state: 'BROKEN' });
  expect(cellOf(client, 'en', 'b').source).toBe('Bye');
});

it.each([
  ['a part of a key', { text: 'C', state: '', locale: '' }, ['c']],
  ['a part of a text', { text: 'adieu', state: '', locale: '' }, ['b']],
  ['a state in any language', { text: '', state: 'MISSING', locale: '' }, ['b']],
  ['a state in one language', { text: '', state: 'STALE', locale: 'fr' }, []],
  ['both', { text: 'jetzt', state: 'STALE', locale: 'de' }, ['c']],
  ['nothing', { text: '', state: '', locale: '' }, ['a', 'b', 'c']],
])('finds keys by %s', (_, by, want) => expect(narrow(sheet, keysOf(sheet), locales, by)).toEqual(want));

const field = { keys: ['a', 'b', 'c'], locales };

it.each([
  ['ArrowRight', { row: 0, column: 0 }, { row: 0, column: 1 }],
  ['ArrowRight', { row: 0, column: 2 }, { row: 0, column: 2 }],
  ['ArrowDown', { row: 2, column: 1 }, { row: 2, column: 1 }],
  ['PageDown', { row: 0, column: 1 }, { row: 2, column: 1 }],
  ['Home', { row: 1, column: 2 }, { row: 1, column: 0 }],
  ['a', { row: 1, column: 2 }, undefined],
])('moves by %s from %o', (key, from, want) => expect(moved(key, from, field)).toEqual(want));

it('goes to the next open cell, across languages, then rows, then from the top again', () => {
  const free = { sheet, isOccupied: () => false };
  expect(nextOpen(free, field, { row: 0, column: 1 })).toEqual({ row: 1, column: 1 });
  expect(nextOpen(free, field, { row: 1, column: 1 })).toEqual({ row: 2, column: 1 });
  expect(nextOpen(free, field, { row: 2, column: 1 })).toEqual({ row: 0, column: 1 });
  expect(nextOpen({ sheet, isOccupied: (_, key) => key !== 'c' }, field, { row: 0, column: 0 })).toEqual({
    row: 2,
    column: 1,
  });
  expect(nextOpen({ sheet, isOccupied: () => true }, field, { row: 0, column: 0 })).toBeUndefined();
});

it.each([
  ['a text and a state', { text: '199', state: 'TRANSLATED', locale: '' }, ['en', 'de', 'fr', 'nl', 'sv'], 1],
  ['a finding', { text: '', state: 'FINDING', locale: '' }, ['de', 'fr'], 200],
])('asks for each cell a few times and no more, narrowed by %s', (_, by, shown, want) => {
  let wanted = 0;
  class Counting<V> extends Map<string, V> {
    override get(key: string) {
      wanted += 1;
      return super.get(key);
    }
  }
  const keys = Array.from({ length: 200 }, (_, i) => `key.${String(i).padStart(3, '0')}`);
  const texts = (locale: string) => new Counting(keys.map(key => [key, text(locale, key, `text ${key} %{n}`)]));
  const own = new Counting(['en', 'de', 'fr', 'nl', 'sv'].map(locale => [locale, texts(locale)]));
  const big: Sheet = { client: 0, own, behind: new Map() };
  expect(narrow(big, keysOf(big), shown, by)).toHaveLength(want);
  expect(wanted).toBeLessThanOrEqual(8 * keys.length * shown.length);
});

it('shows what panels lacked until it has a text, keys without any text among them', () => {
  const sightings = new Map(
    ['de b', 'de c', 'fr lost.key'].map(
      id => [id, { count: 1, routes: ['/dashboard'] }] as [string, { count: number; routes: string[] }],
    ),
  );
  const keys = keysOf(sheet, sightings);
  expect(keys).toEqual(['a', 'b', 'c', 'lost.key']);
  const seen = (of: string[], locale = '') => narrow(sheet, keys, of, { text: '', state: 'SEEN', locale, sightings });
  expect(seen(locales)).toEqual(['b', 'lost.key']);
  expect(seen(locales, 'de')).toEqual(['b']);
  expect(narrow(sheet, keys, locales, { text: '', state: 'SEEN', locale: '' })).toEqual([]);
});

it('shows the keys that nothing is known to show, whatever their states', () => {
  const by = { text: '', state: 'UNUSED', locale: '' };
  expect(narrow(sheet, keysOf(sheet), locales, { ...by, unused: new Set(['c', 'gone']) })).toEqual(['c']);
  expect(narrow(sheet, keysOf(sheet), locales, by)).toEqual([]);
});
