import { useEffect, useMemo } from 'react';
import { DataProviderContext } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { MetaContext } from '../meta';
import { OverridesContext } from '../engine/override';
import type { Claims } from '../providers/claims';
import { buildDataProvider } from '../providers/dataProvider';
import { metadataQuery } from '../providers/metadata';
import { overrides } from '../resources';
import { currentLocation } from '../router/history';
import { ErrorPage } from '../screens/ErrorPage';
import { Frame } from '../layout/Frame';
import { loadPage, Screens } from './Screens';

interface Props {
  claims: Claims;
}

/** The panel for somebody: it loads what they may see and do, and with it draws the screens. */
export const SignedIn = ({ claims }: Props) => {
  const { data: meta, error } = useQuery(metadataQuery(claims.sub, claims.internal.permissions));
  useEffect(() => loadPage(currentLocation().pathname), []);
  const dataProvider = useMemo(() => meta && buildDataProvider(meta), [meta]);
  if (error) return <ErrorPage error={error} isPublic />;
  if (!meta || !dataProvider) return <Frame />;
  return (
    <MetaContext value={meta}>
      <DataProviderContext value={dataProvider}>
        <OverridesContext value={overrides}>
          <Screens />
        </OverridesContext>
      </DataProviderContext>
    </MetaContext>
  );
};
