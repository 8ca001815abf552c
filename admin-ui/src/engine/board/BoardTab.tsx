import { ResourceContextProvider } from 'ra-core';
import { resourceKey, useMeta, type ResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import { Board } from './Board';
import { boardOf } from './boardTab';

interface Props {
  meta: ResourceMeta;
  record: Saved;
}

/** The tab of a record with the board of those that refer to it. */
export const BoardTab = ({ meta, record }: Props) => {
  const shown = boardOf(useMeta(), meta.name);
  if (!shown) return null;
  return (
    <ResourceContextProvider value={resourceKey(shown.meta)}>
      <Board filter={{ [shown.by]: record.id }} sort={shown.meta.sort} isTab />
    </ResourceContextProvider>
  );
};
