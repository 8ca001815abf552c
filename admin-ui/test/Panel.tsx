import type { ReactNode } from 'react';
import { CoreAdminContext, defaultDataProvider, memoryStore } from 'ra-core';
import { QueryClient } from '@tanstack/react-query';
import { MetaContext, type Meta, type ResourceMeta } from '../src/meta';
import { Toasts } from '../src/layout/Toasts';
import { authProvider } from '../src/providers/authProvider';
import { buildI18n } from '../src/providers/i18n';
import { reactRouterProvider as router } from '../src/router/adapter';
import application from '../../directus-schema/seed/en/application.json';
import appscreen from '../../directus-schema/seed/en/appscreen.json';
import note from '../../directus-schema/seed/en/note.json';
import panel from '../../directus-schema/seed/en/panel.json';
import project from '../../directus-schema/seed/en/project.json';
import shortlist from '../../directus-schema/seed/en/shortlist.json';
import ui from '../../directus-schema/seed/en/ui.json';

/** Metadata of somebody who may see nothing but the dashboard. */
export const noMeta: Meta = {
  permissions: ['dashboard.view'],
  groups: [{ name: 'dashboard', segment: 'dashboard', route: '/dashboard', entries: [] }],
  enums: {},
  enumText: {},
  enumNames: {},
  resources: [],
  messageSetVersion: 'v1',
  lookups: {},
  outsideScope: [],
};

/** A resource with nothing in it. */
export const noResource: ResourceMeta = {
  name: '',
  route: '',
  path: '',
  title: '',
  handle: '',
  status: '',
  fields: [],
  columns: [],
  hidden: [],
  row: [],
  sort: 'id:desc',
  filters: [],
  form: [],
  can: ['read'],
  actions: [],
};

interface Props {
  meta?: Meta;
  children: ReactNode;
}

const i18n = buildI18n({
  locale: 'en',
  texts: { ...panel, ...ui, ...project, ...application, ...appscreen, ...note, ...shortlist },
});

/** What every part of the panel may count on, with the texts that are delivered. */
export const Panel = ({ meta = noMeta, children }: Props) => (
  <CoreAdminContext
    authProvider={authProvider}
    dataProvider={defaultDataProvider}
    i18nProvider={i18n}
    queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    routerProvider={router}
    store={memoryStore()}
  >
    <MetaContext value={meta}>{children}</MetaContext>
    <Toasts />
  </CoreAdminContext>
);
