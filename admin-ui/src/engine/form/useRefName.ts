import { useGetOne } from 'ra-core';
import { recordTitle, resourceKey, type ResourceMeta } from '../../meta';

/** What a reference is called: the name that is known already, else the title of the record, else its id until that has come. */
export const useRefName = (target: ResourceMeta | undefined, value: unknown, known: unknown) => {
  const isKnown = typeof known === 'string' && known !== '';
  const hasValue = value !== null && value !== undefined && value !== 0;
  const { data } = useGetOne(
    target ? resourceKey(target) : '',
    { id: String(value) },
    { enabled: target !== undefined && hasValue && !isKnown },
  );
  if (isKnown) return known;
  return target && data ? recordTitle(target, data) : String(value);
};
