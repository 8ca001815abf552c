import type { ReactNode } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore, ResourceContextProvider } from 'ra-core';
import { fakeService, type Call, type Reply } from '../../../test/service';
import { buildDataProvider } from '../../providers/dataProvider';
import { buildI18n } from '../../providers/i18n';
import { reactRouterProvider as router } from '../../router/adapter';
import { navigate } from '../../router/history';
import { MetaContext, type FieldMeta, type Meta, type ResourceMeta } from '../../meta';
import { OverridesContext, type AnyOverride, type Overrides } from '../override';
import { ResourceScreen } from '../ResourceScreen';

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

const meta: Meta = {
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

const texts: Record<string, string> = {
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

/** Answers as a healthy service does, unless `reply` says otherwise. */
const healthy = (call: Call): Reply => {
  const one = boats.find(({ id }) => call.path === `/api/boat/${id}`);
  if (one) return { body: call.method === 'PUT' ? { ...one, ...(call.body as object), version: 2 } : one };
  if (call.path === '/api/view/boat/totals') {
    return { body: { totals: (call.body as { filters: unknown[] }).filters.map(() => 1240) } }; // what useCounts sends
  }
  if (call.path === '/api/sharedView/boat') return { body: { results: [], totalResults: 0 } };
  if (call.path.startsWith('/api/boat?')) return { body: { results: boats, totalResults: 1240 } };
  return { status: 404, body: { status: 404, code: 'NOT_FOUND', messages: ['error.notFound'] } };
};

/** Keeps what a person sets, as the service does: whoever comes with an old tag comes too late. */
const keeper = () => {
  const kept = new Map<string, unknown>();
  return ({ method, path, headers, body }: Call): Reply | undefined => {
    if (!path.startsWith('/api/preference/')) return undefined;
    const tag = () => JSON.stringify(JSON.stringify(kept.get(path) ?? null));
    if (method === 'PUT') {
      const base = headers.get('if-match') ?? '*';
      if (base !== '*' && base !== tag()) return { status: 409, body: { status: 409, code: 'STALE_VERSION' } };
      kept.set(path, (body as { value: unknown }).value); // what usePreference sends
    }
    return { body: { value: kept.get(path) ?? null }, headers: { etag: tag() } };
  };
};

/** Opens the list of boats; `reply` may answer calls its own way, `beside` stands beside the list, `override` replaces parts, `at` is the address. */
export const openBoats = (
  reply: (call: Call) => Reply | undefined | Promise<Reply> = () => undefined,
  beside?: ReactNode,
  override: AnyOverride = {},
  at = '/boats/list',
) => {
  const kept = keeper();
  const calls = fakeService(async call => {
    const { status = 200, body, headers } = (await reply(call)) ?? kept(call) ?? healthy(call);
    const total = (body as { totalResults?: number } | undefined)?.totalResults; // of a list answer
    return {
      status,
      body,
      headers: { ...headers, ...(total !== undefined && { 'content-range': `boat 0-2/${total}` }) },
    };
  });
  navigate(at, { replace: true });
  render(
    <CoreAdminContext
      dataProvider={buildDataProvider(meta)}
      i18nProvider={buildI18n({ locale: 'en', texts })}
      routerProvider={router}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MetaContext value={meta}>
        {/* The boat is no resource of the service, so its override has no generated type. */}
        <OverridesContext value={{ boat: override } as Overrides}>
          <ResourceContextProvider value="boats/list">
            <router.Routes>
              <router.Route path="/boats/list/*" element={<ResourceScreen />} />
            </router.Routes>
          </ResourceContextProvider>
        </OverridesContext>
        {beside}
      </MetaContext>
    </CoreAdminContext>,
  );
  return { calls, user: userEvent.setup() };
};

/** Waits until the boats are listed. */
export const ready = () => screen.findByRole('link', { name: 'Albatross' });

/** What the dialog shows. */
export const dialog = async () => within(await screen.findByRole('dialog'));

/** The filter of a list call, in whichever of the two dialects it was asked. */
export const filterOf = ({ path }: Pick<Call, 'path'>) =>
  JSON.parse(new URLSearchParams(path.split('?')[1]).get('filter') ?? '{}') as object; // written by us
