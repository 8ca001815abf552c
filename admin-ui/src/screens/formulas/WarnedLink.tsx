import { useTranslate } from 'ra-core';
import { findResource, useMeta } from '../../meta';
import { Link } from '../../router/Link';
import type { Target } from './calls';

interface Props {
  target: Target;
  count: number;
}

/** What narrows the list of applications to those of a record; nothing where the list has no such filter. */
const filterOf = ({ scope, id, name }: Target) => {
  if (scope === 'client') return { clientName: name };
  if (scope === 'project') return { jobId: String(id) };
  return scope === 'system' ? {} : undefined;
};

/** How many open applications of a record have a rate that could not be sent, and the way to them for those who read them. */
export const WarnedLink = ({ target, count }: Props) => {
  const t = useTranslate();
  const route = findResource(useMeta(), 'application')?.route;
  const text = t('panel.formulas.warned', { smart_count: count });
  const filter = filterOf(target);
  if (!route || !filter) return <>{text}</>;
  const search = new URLSearchParams({ filter: JSON.stringify({ ...filter, rate: 'WARNED' }) });
  return <Link to={`${route}?${search}`}>{text}</Link>;
};
