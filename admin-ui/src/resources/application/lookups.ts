import { request } from '../../providers/http';
import type { Option } from '../../ui/option';

const foundAtMost = 50;

/** Where one looks something up, and how what is found is written. */
export interface Lookup {
  path: string;
  /** The filter that takes what was typed. */
  by: string;
  /** What can be chosen at all. */
  only: Record<string, string>;
  option: (found: Record<string, unknown>) => Option;
}

/** Projects that take applications. */
export const projects: Lookup = {
  path: '/api/project',
  by: 'title',
  only: { status: 'ACTIVE' },
  option: ({ id, title, clientName }) => ({ value: String(id), label: String(title), sub: String(clientName ?? '') }),
};

/** People who can be offered. */
export const freelancers: Lookup = {
  path: '/api/freelancer',
  by: 'name',
  only: { state: 'AC,UV' },
  option: ({ id, name, handle }) => ({ value: String(id), label: String(name), sub: String(handle ?? '') }),
};

/** MSPs that are active. */
export const msps: Lookup = {
  path: '/api/msp',
  by: 'name',
  only: { state: 'AC' },
  option: ({ id, name, handle }) => ({ value: String(id), label: String(name), sub: String(handle ?? '') }),
};

/** Finds by what was typed, the first of them. */
export const searchIn =
  ({ path, by, only, option }: Lookup) =>
  async (text: string, signal: AbortSignal): Promise<Option[]> => {
    const query = new URLSearchParams({ limit: String(foundAtMost), ...only, ...(text && { [by]: text }) });
    const { data } = await request<{ results: Record<string, unknown>[] }>('GET', `${path}?${query}`, { signal });
    return data.results.map(option);
  };
