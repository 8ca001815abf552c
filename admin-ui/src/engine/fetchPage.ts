import { request, type Page } from '../providers/http';

/** Part of a list, asked for beside the one on the screen. */
interface PageQuery {
  filter?: Record<string, unknown>;
  /** Field and direction: "name:asc". */
  sort?: string;
  limit: number;
  offset?: number;
  signal?: AbortSignal;
}

/** Asks for a part of a list: to count, to look something up, to gather ids. */
export const fetchPage = async <T = Record<string, unknown>>(
  path: string,
  { filter = {}, sort, limit, offset = 0, signal }: PageQuery,
) => {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (sort) query.set('s', sort);
  for (const [name, value] of Object.entries(filter))
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  const { data } = await request<Page<T>>('GET', `${path}?${query}`, signal && { signal });
  return data;
};
