import { findResource, useMeta } from '../../meta';

/** Gives the address of a record of another resource; nothing when the reader has no screen for it. */
export const useRecordLink = () => {
  const meta = useMeta();
  return (resource: string, id: number | null | undefined) => {
    const route = findResource(meta, resource)?.route;
    return route && id ? `${route}/${id}` : undefined;
  };
};
