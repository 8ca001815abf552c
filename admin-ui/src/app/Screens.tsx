import { memo, useMemo } from 'react';
import { Resource, ResourceDefinitionContext, type ResourceProps } from 'ra-core';
import { ResourceScreen } from '../engine/ResourceScreen';
import { lazyPart, type LazyPart } from '../ui/lazyPart';
import { useIdle } from '../engine/list/useIdle';
import { resourceKey, useMeta, type Meta } from '../meta';
import { useStoredLocale } from '../providers/useStoredLocale';
import { useOwnClient } from '../providers/useOwnClient';
import { Navigate } from '../router/Navigate';
import { Route, Routes } from '../router/Routes';
import { NotFound } from '../screens/NotFound';
import { Permitted } from './Permitted';
import { Layout } from './Layout';
import { leadsTo } from '../meta/useCanOpen';

const Access = lazyPart(() => import('../screens/Access').then(m => m.Access));
const Dashboard = lazyPart(() => import('../screens/Dashboard').then(m => m.Dashboard));
const CronJobs = lazyPart(() => import('../screens/CronJobs').then(m => m.CronJobs));
const Formulas = lazyPart(() => import('../screens/Formulas').then(m => m.Formulas));
const SearchIndex = lazyPart(() => import('../screens/SearchIndex').then(m => m.SearchIndex));
const Planned = lazyPart(() => import('../screens/Planned').then(m => m.Planned));
const Settings = lazyPart(() => import('../screens/Settings').then(m => m.Settings));
const Status = lazyPart(() => import('../screens/Status').then(m => m.Status));
const Support = lazyPart(() => import('../screens/Support').then(m => m.Support));
const Translations = lazyPart(() => import('../screens/Translations').then(m => m.Translations));
const UnknownValues = lazyPart(() => import('../resources/vms/UnknownValues').then(m => m.UnknownValues));
const VmsSetup = lazyPart(() => import('../resources/vms/setup/Setup').then(m => m.Setup));
const UiGuidelines = lazyPart(() => import('../screens/UiGuidelines').then(m => m.UiGuidelines));

const pages: Record<string, LazyPart<object>> = {
  '/access': Access,
  '/content/translations': Translations,
  '/dashboard': Dashboard,
  '/esearch/freelancers': SearchIndex,
  '/platform/cronjobs': CronJobs,
  '/platform/formulas': Formulas,
  '/platform/planned': Planned,
  '/platform/settings': Settings,
  '/platform/status': Status,
  '/platform/vms/unknown': UnknownValues,
};

/** Fetches the page of an address, to have it when the metadata arrives that it waits for. */
export const loadPage = (pathname: string) => void pages[pathname]?.load().catch(() => undefined); // it is asked for again

/** The resources that one may see, as react-admin is told of them: the name of each is the path of its list. */
const resourcesOf = (meta: Meta): ResourceProps[] =>
  meta.resources
    .filter(resource => resource.route !== '' && leadsTo(meta, resource.route))
    .map(resource => ({
      name: resourceKey(resource),
      list: <ResourceScreen />,
      hasEdit: resource.can.includes('update'),
      hasCreate: resource.create !== undefined,
      recordRepresentation: resource.title,
    }));

const unchanged = () => undefined;

/**
 * Every screen one may see, in the shell. A resource one may not read is not there, and its address not found. What the resources
 * are is known with the metadata: react-admin's own CoreAdminUI declares each after the first drawing, and draws all of it again.
 */
export const Screens = memo(() => {
  const meta = useMeta();
  const resources = useMemo(() => resourcesOf(meta), [meta]);
  const known = useMemo(() => {
    const definitions = Object.fromEntries(resources.map(props => [props.name, Resource.registerResource(props)]));
    return { definitions, register: unchanged, unregister: unchanged };
  }, [resources]);
  useOwnClient();
  useStoredLocale();
  useIdle(Dashboard.load);
  return (
    <ResourceDefinitionContext value={known}>
      <Layout>
        <Routes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
          <Route path="/dashboard" element={<Permitted any={['dashboard.view']} screen={Dashboard} />} />
          <Route path="/access" element={<Permitted any={['dashboard.view']} screen={Access} />} />
          <Route path="/esearch/*" element={<Permitted any={['index.read']} screen={SearchIndex} />} />
          <Route
            path="/content/translations"
            element={<Permitted any={['translation.read']} screen={Translations} />}
          />
          <Route path="/platform/cronjobs/*" element={<Permitted any={['cron.read']} screen={CronJobs} />} />
          <Route path="/platform/formulas" element={<Permitted any={['formula.read']} screen={Formulas} />} />
          <Route path="/platform/planned" element={<Permitted any={['client.update']} screen={Planned} />} />
          <Route path="/platform/settings" element={<Permitted any={['setting.read']} screen={Settings} />} />
          <Route path="/platform/status" element={<Permitted any={['cron.read']} screen={Status} />} />
          <Route
            path="/platform/vms/unknown"
            element={<Permitted any={['vms.message.read']} screen={UnknownValues} />}
          />
          <Route path="/platform/vms/setup" element={<Permitted any={['vms.mapping.write']} screen={VmsSetup} />} />
          <Route path="/support/:requestId" element={<Permitted any={['audit.read']} screen={Support} />} />
          <Route path="/uiguidelines" element={<Permitted any={['dashboard.view']} screen={UiGuidelines} />} />
          {resources.map(props => (
            <Route key={props.name} path={`${props.name}/*`} element={<Resource key={props.name} {...props} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Layout>
    </ResourceDefinitionContext>
  );
});
