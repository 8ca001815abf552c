import type { FieldMeta, Meta, ResourceMeta } from '../../meta';

const fields: FieldMeta[] = [
  { name: 'id', kind: 'id', readOnly: true, sortable: true },
  { name: 'name', kind: 'text', required: true, sortable: true, was: ['title'] },
  { name: 'state', kind: 'enum', enum: 'boatState', readOnly: true },
  { name: 'harbourId', kind: 'ref', ref: 'harbour' },
  { name: 'harbourName', kind: 'text', readOnly: true },
  { name: 'hireStart', kind: 'date' },
  { name: 'hireEnd', kind: 'date' },
  { name: 'berths', kind: 'int', sortable: true },
  { name: 'berthsFilled', kind: 'int', readOnly: true },
  { name: 'insured', kind: 'bool' },
];

/** A resource that no other code has heard of. */
export const boat: ResourceMeta = {
  name: 'boat',
  route: '/boats/list',
  path: '/api/boat',
  create: { path: '/api/boat' },
  title: 'name',
  handle: '',
  status: 'state',
  fields,
  columns: ['name', 'state', 'harbourId', 'hireStart', 'berths'],
  hidden: ['insured'],
  row: ['id', 'name', 'harbourName'],
  sort: 'id:desc',
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'enum', enum: 'boatState', many: true },
    { name: 'hiredBy', kind: 'date' },
    { name: 'port', kind: 'enum', enum: 'port', many: true },
  ],
  form: [{ name: 'general', fields: ['name', 'hireStart', 'hireEnd', 'berths'] }],
  can: ['read', 'create', 'update', 'delete', 'history', 'export'],
  actions: [
    {
      name: 'changeState',
      target: 'record',
      method: 'POST',
      path: '/api/boat/changeState',
      idIn: 'body',
      input: [
        { name: 'state', kind: 'enum', enum: 'boatState', required: true },
        { name: 'reason', kind: 'text' },
      ],
      reasons: { MOORED: ['STORM', 'NIGHT'], AFLOAT: ['CALM'] },
      bulk: true,
      undo: true,
    },
  ],
  trash: { field: 'state', value: 'SUNK' },
};

const ports = [
  'Oslo',
  'Kiel',
  'Bergen',
  'Riga',
  'Turku',
  'Gdynia',
  'Malmo',
  'Pula',
  'Split',
  'Bari',
  'Nice',
  'Vigo',
  'Brest',
];

export const meta: Meta = {
  permissions: [],
  groups: [],
  enums: { boatState: ['AFLOAT', 'MOORED', 'SUNK'], port: ports.map(port => port.toUpperCase()) },
  enumText: { boatState: 'boat.state', port: 'ports.*.name' },
  enumNames: {},
  resources: [boat],
  messageSetVersion: '1',
  lookups: {},
  outsideScope: [],
};

const seeds = import.meta.glob<Record<string, string>>('../../../../directus-schema/seed/en/*.json', {
  eager: true,
  import: 'default',
});

export const texts: Record<string, string> = {
  ...Object.assign({}, ...Object.values(seeds)),
  'boat.state.reason.STORM': 'Storm',
  'boat.state.reason.NIGHT': 'Night',
  'boat.state.reason.CALM': 'Calm',
  'boat.state.AFLOAT': 'Afloat',
  'boat.state.MOORED': 'Moored',
  'boat.state.SUNK': 'Sunk',
  'block.crew': 'The crew is aboard.',
  'block.season': 'The season lasts until %{until}.',
  'resources.boat.name': 'Boat',
  'resources.boat.plural': 'Boats',
  'resources.boat.fields.id': 'Record number',
  'resources.boat.fields.name': 'Name',
  'resources.boat.fields.state': 'State',
  'resources.boat.fields.harbourId': 'Harbour',
  'resources.boat.fields.hire': 'Hire',
  'resources.boat.fields.berths': 'Berths',
  'resources.boat.fields.insured': 'Insured',
  'resources.boat.filters.name': 'Name contains',
  'resources.boat.filters.state': 'State',
  'resources.boat.filters.hiredBy': 'Hired by',
  'resources.boat.filters.port': 'Port',
  ...Object.fromEntries(ports.map(port => [`ports.${port.toUpperCase()}.name`, port])),
  'resources.boat.actions.changeState.label': 'Change state',
  'resources.boat.actions.changeState.submit': 'Change state',
  'resources.boat.actions.changeState.fields.state': 'New state',
};

const names = ['Albatross', 'Barnacle', 'Cormorant'];

/** Three boats, the third one moored. */
export const boats = names.map((name, i) => ({
  id: 3 - i,
  version: 1,
  name,
  state: i === 2 ? 'MOORED' : 'AFLOAT',
  harbourId: 7,
  harbourName: 'Kiel',
  hireStart: '2027-01-12',
  hireEnd: '2027-06-30',
  berths: 3,
  berthsFilled: i,
}));
