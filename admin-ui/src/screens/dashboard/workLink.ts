import type { Meta, ResourceMeta } from '../../meta';
import type { DashboardCard } from '../../generated/answers';

/** The list that a card leads to: its resource, and what it is filtered and sorted by. */
export interface WorkList {
  resource: ResourceMeta;
  filter: Record<string, unknown>;
  sort?: { field: string; order: 'ASC' | 'DESC' };
}

/** The list behind the link of a card; undefined when there is none that the reader knows. */
export const workListOf = ({ resources }: Meta, { link = '' }: DashboardCard): WorkList | undefined => {
  const [path, search] = link.split('?');
  const resource = resources.find(({ route }) => route === path);
  if (!resource) return undefined;
  const query = new URLSearchParams(search);
  const field = query.get('sort');
  const order = query.get('order') === 'ASC' ? 'ASC' : 'DESC';
  return { resource, filter: filterOf(query.get('filter')), ...(field && { sort: { field, order } }) };
};

const filterOf = (text: string | null): Record<string, unknown> => {
  const filter: unknown = JSON.parse(text ?? '{}');
  return typeof filter === 'object' && filter !== null ? { ...filter } : {};
};
