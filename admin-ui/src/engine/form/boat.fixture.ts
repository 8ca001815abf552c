import type { FieldMeta, Meta, ResourceMeta } from '../../meta';

const fields: FieldMeta[] = [
  { name: 'id', kind: 'id', readOnly: true },
  { name: 'name', kind: 'text', required: true, max: 40 },
  { name: 'state', kind: 'enum', enum: 'boatState', readOnly: true },
  { name: 'harbour', kind: 'text', sortable: true, was: ['port'] },
  { name: 'hireEnd', kind: 'date' },
  { name: 'berths', kind: 'int', minValue: 1 },
  { name: 'insured', kind: 'bool' },
  { name: 'notes', kind: 'longtext' },
  { name: 'papers', kind: 'locale' },
  { name: 'deeds', kind: 'file', many: true },
  { name: 'flags', kind: 'text', many: true },
  { name: 'winter', kind: 'enum', enum: 'boatState' },
  { name: 'home', kind: 'object', fields: [{ name: 'city', kind: 'text' }] },
  {
    name: 'races',
    kind: 'object',
    many: true,
    readOnly: true,
    fields: [
      { name: 'place', kind: 'text' },
      { name: 'againstId', kind: 'ref', ref: 'boat' },
      { name: 'boatIds', kind: 'id', many: true },
    ],
  },
];

/** A resource that no other code has heard of. */
const boat: ResourceMeta = {
  name: 'boat',
  route: '/boats/list',
  path: '/api/boat',
  create: { path: '/napi/create/boat', wrap: 'dataObj' },
  title: 'name',
  handle: '',
  status: 'state',
  fields,
  columns: ['name'],
  hidden: [],
  row: ['id', 'name'],
  sort: 'id:desc',
  filters: [],
  form: [
    {
      name: 'general',
      fields: ['name', 'harbour', 'hireEnd', 'berths', 'insured', 'notes', 'papers', 'flags', 'winter', 'home'],
    },
  ],
  can: ['read', 'create', 'update', 'delete', 'history'],
  actions: [
    {
      name: 'changeState',
      target: 'record',
      method: 'POST',
      path: '/api/boat/changeState',
      idIn: 'body',
      input: [
        { name: 'state', kind: 'enum', enum: 'boatState', required: true },
        { name: 'restoreOarsBatch', kind: 'text' },
      ],
    },
    {
      name: 'paint',
      target: 'record',
      method: 'POST',
      path: '/api/boat/{id}/paint',
      idIn: 'path',
      when: { field: 'state', in: ['AFLOAT', 'SUNK'], says: 'boat.wet' },
      input: [{ name: 'colour', kind: 'text', required: true }],
    },
  ],
  trash: { field: 'state', value: 'SUNK' },
  editable: { field: 'state', in: ['AFLOAT', 'MOORED', 'SUNK'], says: 'boat.hired' },
  deletable: { field: 'state', in: ['AFLOAT', 'MOORED', 'SUNK'], says: 'boat.hired' },
};

/** What the service says of it. */
export const meta: Meta = {
  permissions: [],
  groups: [],
  enums: { boatState: ['AFLOAT', 'MOORED', 'SUNK'] },
  enumText: { boatState: 'boat.status' },
  enumNames: {},
  resources: [boat],
  messageSetVersion: '1',
  lookups: {},
  outsideScope: [],
};

/** The words about it. */
export const words: Record<string, string> = {
  'boat.status.AFLOAT': 'Afloat',
  'boat.status.MOORED': 'Moored',
  'boat.status.SUNK': 'Sunk',
  'boat.statusHint.MOORED': 'Lies in its harbour.',
  'boat.wayOut.SUNK': 'Moor the boat first.',
  'boat.submit.MOORED': 'Moor boat',
  'boat.submitCount.MOORED.guestsAshore':
    'Moor boat, send %{smart_count} guest ashore |||| Moor boat, send %{smart_count} guests ashore',
  'boat.submit.SUNK': 'Sink boat',
  'boat.undo.MOORED': 'It can sail again tomorrow.',
  'boat.impact.applicationsKept': 'Kept',
  'boat.impactText.applicationsKept': '%{smart_count} berths',
  'boat.impact.guestsAshore': 'Ashore',
  'boat.impactText.guestsAshore': '%{smart_count} guest |||| %{smart_count} guests',
  'boat.ask.tellsGuests': 'Tell the guests',
  'boat.askHint.tellsGuests': 'By mail, tomorrow.',
  'boat.wet': 'Only what swims is painted.',
  'boat.hired': 'A boat that is hired stays as it is.',
  'boat.block.storm': 'A storm is near.',
  'boat.reason.STORM': 'Storm',
  'boat.reason.OTHER': 'Other',
  'boat.block.crew': '%{count} sailors are aboard.',
  'boat.block.cargo': 'There is cargo.',
  'boat.mend.crew': 'Show the crew',
  'boat.menu.crew': 'The crew of the boat',
  'resources.boat.name': 'Boat',
  'resources.boat.sections.general': 'General',
  'resources.boat.fields.name': 'Name',
  'resources.boat.fields.state': 'State',
  'resources.boat.fields.harbour': 'Harbour',
  'resources.boat.fields.hireEnd': 'Hire end',
  'resources.boat.fields.berths': 'Berths',
  'resources.boat.fields.insured': 'Insured',
  'resources.boat.fields.notes': 'Notes',
  'resources.boat.fields.papers': 'Language of papers',
  'resources.boat.fields.deeds': 'Deeds',
  'resources.boat.fields.flags': 'Flags',
  'resources.boat.fields.winter': 'State in winter',
  'resources.boat.fields.home': 'Home',
  'resources.boat.fields.home.city': 'City',
  'resources.boat.actions.changeState.label': 'Change state',
  'resources.boat.actions.paint.label': 'Paint',
  'resources.boat.actions.paint.title': 'Paint the boat',
  'resources.boat.actions.paint.submit': 'Paint it',
  'resources.boat.actions.paint.fields.colour': 'Colour',
  'resources.boat.impact.litres': 'Paint',
  'resources.boat.impactText.litres': '%{smart_count} litres',
};

/** The boat as the service has it. */
export const stored = {
  id: 5,
  version: 3,
  name: 'Albatross',
  state: 'AFLOAT',
  harbour: 'Kiel',
  hireEnd: '2027-06-30',
  berths: 4,
  insured: true,
  notes: null,
  papers: 'de',
  home: null,
};

/** What a possible-status question is answered in these tests. */
export const possible = {
  current: 'AFLOAT',
  results: [
    {
      value: 'MOORED',
      text: 'boat.status.MOORED',
      allowed: true,
      reason: 'required',
      reasonCodes: ['STORM', 'OTHER'],
      impact: { applicationsKept: 2, guestsAshore: 7 },
      undo: true,
      undoUntil: '2027-02-18T10:00:00Z',
    },
    {
      value: 'SUNK',
      text: 'boat.status.SUNK',
      allowed: false,
      blockedBy: [{ key: 'boat.block.crew', params: { count: 2 } }, { key: 'boat.block.cargo' }],
    },
  ],
  totalResults: 2,
};
