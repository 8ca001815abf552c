import { lazy } from 'react';
import { CoreAdminUI, CustomRoutes, Resource } from 'ra-core';
import { ResourceScreen } from '../engine/ResourceScreen';
import { resourceKey, useMeta } from '../engine/meta';
import { Navigate } from '../router/Navigate';
import { Route } from '../router/Routes';
import { ErrorScreen } from '../screens/ErrorScreen';
import { NotFound } from '../screens/NotFound';
import { Permitted } from './Permitted';
import { Shell } from './Shell';
import { leadsTo } from './useCanOpen';

const Dashboard = lazy(() => import('../screens/Dashboard').then(m => ({ default: m.Dashboard })));
const Formulas = lazy(() => import('../screens/Formulas').then(m => ({ default: m.Formulas })));
const Settings = lazy(() => import('../screens/Settings').then(m => ({ default: m.Settings })));
const Staff = lazy(() => import('../screens/Staff').then(m => ({ default: m.Staff })));
const UiGuidelines = lazy(() => import('../screens/UiGuidelines').then(m => ({ default: m.UiGuidelines })));

/** Every screen one may see, in the shell. A resource one may not read is not there, and its address not found. */
export const Screens = () => {
  const meta = useMeta();
  return (
    <CoreAdminUI
      layout={Shell}
      catchAll={NotFound}
      accessDenied={NotFound}
      error={ErrorScreen}
      disableTelemetry
      title="Poolkeeper"
    >
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/dashboard" replace />} />
        <Route path="/dashboard" element={<Permitted any={['dashboard.view']} screen={Dashboard} />} />
        <Route path="/platform/formulas" element={<Permitted any={['formula.read']} screen={Formulas} />} />
        <Route path="/platform/settings" element={<Permitted any={['setting.read']} screen={Settings} />} />
        <Route path="/users/admins/*" element={<Permitted any={['adminUser.read']} screen={Staff} />} />
        <Route path="/uiguidelines" element={<Permitted any={['dashboard.view']} screen={UiGuidelines} />} />
      </CustomRoutes>
      {meta.resources
        .filter(resource => resource.route !== '' && leadsTo(meta, resource.route))
        .map(resource => (
          <Resource
            key={resource.name}
            name={resourceKey(resource)}
            list={<ResourceScreen />}
            hasEdit={resource.can.includes('update')}
            hasCreate={resource.create !== undefined}
            recordRepresentation={resource.title}
          />
        ))}
    </CoreAdminUI>
  );
};
