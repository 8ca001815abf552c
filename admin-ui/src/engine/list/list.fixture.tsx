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
import { MetaContext } from '../../meta';
import { OverridesContext, type AnyOverride, type Overrides } from '../override';
import { ResourceScreen } from '../ResourceScreen';
import { boats, meta, texts } from './boats.fixture';

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
  const stored = new Map<string, unknown>();
  return ({ method, path, headers, body }: Call): Reply | undefined => {
    if (!path.startsWith('/api/preference/')) return undefined;
    const tag = () => JSON.stringify(JSON.stringify(stored.get(path) ?? null));
    if (method === 'PUT') {
      const base = headers.get('if-match') ?? '*';
      if (base !== '*' && base !== tag()) return { status: 409, body: { status: 409, code: 'STALE_VERSION' } };
      stored.set(path, (body as { value: unknown }).value); // what usePreference sends
    }
    return { body: { value: stored.get(path) ?? null }, headers: { etag: tag() } };
  };
};

/** Opens the list of boats; `reply` may answer calls its own way, `beside` stands beside the list, `override` replaces parts, `at` is the address. */
export const openBoats = (
  reply: (call: Call) => Reply | undefined | Promise<Reply> = () => undefined,
  beside?: ReactNode,
  override: AnyOverride = {},
  at = '/boats/list',
) => {
  const remaining = keeper();
  const calls = fakeService(async call => {
    const { status = 200, body, headers } = (await reply(call)) ?? remaining(call) ?? healthy(call);
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

/** The row of a boat. */
export const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement; // rows are tr
