import type { SortPayload } from 'ra-core';
import type { ResourceMeta } from '../../meta';

/** The order a list starts with, from "field:desc" to what react-admin wants. */
export const listSort = ({ sort }: ResourceMeta): SortPayload => {
  const [field = 'id', order] = sort.split(',')[0]?.split(':') ?? [];
  return { field: field || 'id', order: order === 'asc' ? 'ASC' : 'DESC' };
};
