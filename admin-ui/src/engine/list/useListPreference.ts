import { useCallback, useMemo } from 'react';
import type { ResourceMeta } from '../../meta';
import { changed, type Change } from '../preference';
import { usePreference } from '../usePreference';
import { preferenceToday, type ListPreference } from './views';

const nothing: ListPreference = {};

/** What a person set for the list of a resource, and a way to change it. Fields that were renamed since keep their places. */
export const useListPreference = (meta: ResourceMeta) => {
  const [stored, setStored] = usePreference<ListPreference>(`list.${meta.name}`, nothing);
  const preference = useMemo(() => preferenceToday(meta, stored), [meta, stored]);
  const setPreference = useCallback(
    (change: Change<ListPreference>) => setStored(now => changed(preferenceToday(meta, now), change)),
    [meta, setStored],
  );
  return [preference, setPreference] as const;
};
