import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore, ResourceContextProvider, useNotificationContext } from 'ra-core';
import screenWords from '../../../../directus-schema/seed/en/appscreen.json';
import engineWords from '../../../../directus-schema/seed/en/engine.json';
import fileWords from '../../../../directus-schema/seed/en/files.json';
import panelWords from '../../../../directus-schema/seed/en/panel.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { fakeService, type Call, type Reply } from '../../../test/service';
import { buildDataProvider } from '../../providers/dataProvider';
import { buildI18n } from '../../providers/i18n';
import { reactRouterProvider as router } from '../../router/adapter';
import { navigate } from '../../router/history';
import { OverridesContext, type AnyOverride, type Overrides } from '../override';
import { MetaContext } from '../../meta';
import { meta, possible, stored, words } from './boat.fixture';
import { FormDialog } from './FormDialog';

const overrides = {
  boat: {
    declinable: { tellsGuests: 'guestsTold' },
    rowMenu: [{ label: 'boat.menu.crew', to: ({ id }: { id: number }) => `/boats/list/${id}/crew` }],
    dialogs: { restore: () => <p>Raise the boat</p> },
    remedies: { 'boat.block.crew': { label: 'boat.mend.crew', to: () => '/boats/list/5/crew' } },
  },
};

const healthy = ({ method, path }: Call): Reply => {
  if (method === 'GET' && path === '/api/boat/5') return { body: stored };
  if (path.startsWith('/api/boat/possibleStatuses/')) return { body: possible };
  return { status: 404, body: { status: 404, code: 'NOT_FOUND', messages: ['error.notFound'] } };
};

/** What the panel was told, in place of the toasts. */
const Notifications = () => {
  const { notifications } = useNotificationContext();
  return notifications.map(({ message }) => <output key={String(message)}>{message}</output>);
};

/** Opens the dialog at the address; `reply` may answer calls its own way, `override` replaces more of the resource. */
export const openForm = (
  address = '/boats/list/5',
  reply: (call: Call) => Reply | undefined = () => undefined,
  override: AnyOverride = {},
) => {
  const calls = fakeService(call => reply(call) ?? healthy(call));
  navigate(address, { replace: true });
  // The boat is no resource of the service, so its override has no generated type.
  const own = { ...overrides, boat: { ...overrides.boat, ...override } } as Overrides;
  render(
    <CoreAdminContext
      dataProvider={buildDataProvider(meta)}
      i18nProvider={buildI18n({
        locale: 'en',
        texts: { ...engineWords, ...fileWords, ...panelWords, ...uiWords, ...screenWords, ...words },
      })}
      routerProvider={router}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MetaContext value={meta}>
        <OverridesContext value={own}>
          <ResourceContextProvider value="boats/list">
            <router.Routes>
              <router.Route path="/boats/list/create" element={<FormDialog />} />
              <router.Route path="/boats/list/:id" element={<FormDialog />} />
              <router.Route path="/boats/list/:id/:tab/*" element={<FormDialog />} />
            </router.Routes>
            <Notifications />
          </ResourceContextProvider>
        </OverridesContext>
      </MetaContext>
    </CoreAdminContext>,
  );
  const sent = (method: string) => calls.filter(call => call.method === method);
  return { calls, sent, user: userEvent.setup() };
};

type Hands = ReturnType<typeof openForm>['user'];

/** The input of a field by its label. */
export const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

/** Types into an emptied input. */
export const type = async (user: Hands, name: string | RegExp, text: string) => {
  const input = await field(name);
  await user.clear(input);
  await user.type(input, text);
};

/** Whether a call saves what was changed. */
export const isPut = (call: Call) => call.method === 'PUT';

/** The drafts that the browser keeps. */
export const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('draft.'));
