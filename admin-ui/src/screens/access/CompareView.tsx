import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { AccessComparison } from '../../generated/answers';
import { request } from '../../providers/http';
import { Checkbox } from '../../ui/Checkbox';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { SubjectPicker } from './SubjectPicker';
import type { ViewProps } from './view';
import '../../engine/list/table.css';

/** What two people may do beside each other, with what differs marked. */
export const CompareView = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const id = query.get('userId') ?? '';
  const other = query.get('otherId') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'compare', id, other],
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ otherId: other, ...(id && { userId: id }) });
      return (await request<AccessComparison>('GET', `/api/access/compare?${parameters}`, { signal })).data;
    },
    enabled: other !== '',
  });
  return (
    <>
      <div className="access-ask">
        <SubjectPicker id={id} onChange={value => onChange({ userId: value })} />
        <SubjectPicker
          id={other}
          label={t('panel.access.with')}
          everybody={t('panel.access.nobody')}
          onChange={value => onChange({ otherId: value })}
        />
        <Checkbox
          label={t('panel.access.onlyDifferent')}
          isOn={query.get('only') === 'different'}
          onChange={isOn => onChange({ only: isOn ? 'different' : null })}
        />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {other && !data && !error && <Skeleton width={320} />}
      {data && <Comparison comparison={data} onlyDifferent={query.get('only') === 'different'} />}
    </>
  );
};

interface ComparisonProps {
  comparison: AccessComparison;
  onlyDifferent: boolean;
}

const Comparison = ({ comparison, onlyDifferent }: ComparisonProps) => {
  const t = useTranslate();
  const { people, roles, permissions, clients, legalEntities } = comparison;
  const places = [
    { key: 'all', name: t('panel.access.everyClient'), has: people.map(one => one.isUnlimited) },
    ...clients.map(({ id, name, has }) => ({ key: `client ${id}`, name: name || String(id), has })),
    ...legalEntities.map(({ id, name, has }) => ({ key: `entity ${id}`, name: name || String(id), has })),
  ];
  const parts = [
    { part: 'roles', lines: roles.map(({ role, has }) => ({ key: role, name: t(`role.${role}`), has })) },
    { part: 'scope', lines: places },
    {
      part: 'permissions',
      lines: permissions.map(({ permission, has }) => ({ key: permission, name: permission, has })),
    },
  ];
  return (
    <section aria-label={t('panel.access.answer')}>
      {people.map(
        ({ id, name, account }) =>
          account && (
            <p key={id} className="t2">
              {name}: {t(account)}
            </p>
          ),
      )}
      {parts.map(({ part, lines }) => (
        <Part
          key={part}
          title={t(`panel.access.${part}`)}
          names={people.map(one => one.name)}
          lines={lines.filter(({ has }) => has.includes(true) && (!onlyDifferent || differs(has)))}
        />
      ))}
    </section>
  );
};

const differs = (has: readonly boolean[]) => has.includes(true) && has.includes(false);

interface PartProps {
  title: string;
  names: readonly string[];
  lines: readonly { key: string; name: string; has: boolean[] }[];
}

const Part = ({ title, names, lines }: PartProps) => {
  const t = useTranslate();
  if (lines.length === 0) return null;
  return (
    <table className="grid access-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {names.map((name, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people of one name stand in their places
            <th key={i} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">{t('panel.access.column.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, has }) => (
          <tr key={key} className={differs(has) ? 'differs' : ''}>
            <th scope="row">{name}</th>
            {has.map((one, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the places are those of the two people
              <td key={i}>
                <Icon name={one ? 'done' : 'dashed'} className={one ? 'mk-ok' : 't2'} />{' '}
                {t(one ? 'panel.access.yes' : 'panel.access.no')}
              </td>
            ))}
            <td>{differs(has) && <b>{t('panel.access.different')}</b>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
