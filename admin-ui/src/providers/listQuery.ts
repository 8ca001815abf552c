import type { DataProvider, GetListParams } from 'ra-core';

/** The query by which react-admin's useGetList reads a page of a list: what it finds there, or on its way, it does not ask for. */
export const listQuery = (dataProvider: DataProvider, name: string, params: GetListParams) => ({
  queryKey: [name, 'getList', params],
  queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.getList(name, { ...params, signal }),
});
