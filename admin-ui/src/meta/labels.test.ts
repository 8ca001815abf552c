import { expect, it } from 'vitest';
import { noMeta } from '../../test/Panel';
import { enumText } from './labels';

const meta = {
  ...noMeta,
  enumText: { boatState: 'boat.status', port: 'ports.*.name' },
  enumNames: { boatState: { m: 'MOORED' }, port: { k: 'KIEL' } },
};

it.each([
  ['by the name that texts go by', 'boatState', 'm', 'boat.status.MOORED'],
  ['by the value where there is no name', 'boatState', 's', 'boat.status.s'],
  ['in the middle of a key', 'port', 'k', 'ports.KIEL.name'],
  ['under the name of the enumeration where the service says nothing', 'sail', 'JIB', 'enum.sail.JIB'],
])('finds the text of a value %s', (_, name, value, key) => expect(enumText(meta, name, value)).toBe(key));
