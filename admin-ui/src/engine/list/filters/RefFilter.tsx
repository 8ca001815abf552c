import { findResource, useMeta } from '../../../meta';
import type { FilterProps } from './FilterProps';
import { LookupFilter } from './LookupFilter';
import { recordLookup } from './useLookup';

/** Filters by a record of another resource, looked up by its name. */
export const RefFilter = ({ filter, label }: FilterProps) => {
  const target = findResource(useMeta(), filter.ref ?? '');
  return target ? (
    <LookupFilter filter={filter} label={label} lookup={recordLookup(target.path, target.title, 'id')} />
  ) : null;
};

/** Filters by a record of the resource that the kind of the filter names. The service takes its name or its id. */
export const NamedFilter = ({ filter, label }: FilterProps) => {
  const target = findResource(useMeta(), filter.kind);
  if (!target) return null;
  const value = filter.name.endsWith('Name') ? target.title : 'id';
  return <LookupFilter filter={filter} label={label} lookup={recordLookup(target.path, target.title, value)} />;
};
