import { useMemo } from 'react';
import { ResourceContextProvider } from 'ra-core';
import { resourceKey, useMeta, type ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { Board } from './Board';
import { boardOf } from './boardTab';
import { ShownAroundContext } from './ShownAroundContext';

interface Props {
  meta: ResourceMeta;
  record: Saved;
}

/** The tab of a record with the board of those that refer to it. */
export const BoardTab = ({ meta, record }: Props) => {
  const shown = boardOf(useMeta(), meta.name);
  const shownAround = useMemo(
    () => new Set(Object.values(record).filter(value => typeof value === 'string')),
    [record],
  );
  if (!shown) return null;
  return (
    <ResourceContextProvider value={resourceKey(shown.meta)}>
      <ShownAroundContext value={shownAround}>
        <Board filter={{ [shown.by]: record.id }} sort={shown.meta.sort} isTab />
      </ShownAroundContext>
    </ResourceContextProvider>
  );
};
