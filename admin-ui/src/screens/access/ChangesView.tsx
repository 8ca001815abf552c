import { useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useActorName } from '../../engine/useActorName';
import { formatInstant } from '../../format/format';
import type { AccessRightChange } from '../../generated/answers';
import { fieldLabel, fieldOf, findResource, useMeta, type ResourceMeta } from '../../meta';
import { request, type Page } from '../../providers/http';
import { useChangeTexts } from '../../resources/audit/useChangeTexts';
import { Link } from '../../router/Link';
import { DateInput } from '../../ui/DateInput';
import { Difference } from '../../ui/Difference';
import { Empty } from '../../ui/Empty';
import { Field } from '../../ui/Field';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { mondayOf } from './mondayOf';
import { SubjectPicker } from './SubjectPicker';
import type { ViewProps } from './view';

const instantOf = (day: string, plusDays = 0) => {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + plusDays);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

/** What has changed of roles, scopes, terms and states of accounts between two days. */
export const ChangesView = ({ query, onChange }: ViewProps) => {
  const t = useTranslate();
  const since = query.get('since') ?? mondayOf(new Date());
  const until = query.get('until') ?? '';
  const userId = query.get('userId') ?? '';
  const parameters = new URLSearchParams({ since: instantOf(since) });
  if (until) parameters.set('until', instantOf(until, 1));
  if (userId) parameters.set('userId', userId);
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'changes', parameters.toString()],
    queryFn: async ({ signal }) =>
      (await request<Page<AccessRightChange>>('GET', `/api/access/changes?${parameters}`, { signal })).data.results,
    enabled: instantOf(since) !== '',
    retry: false,
  });
  return (
    <>
      <div className="access-ask">
        <Field label={t('panel.access.since')}>
          <DateInput label={t('panel.access.since')} value={since} onChange={value => onChange({ since: value })} />
        </Field>
        <Field label={t('panel.access.until')} isOptional>
          <DateInput
            label={t('panel.access.until')}
            value={until}
            min={since}
            onChange={value => onChange({ until: value })}
          />
        </Field>
        <SubjectPicker
          id={userId}
          everybody={t('panel.access.everyone')}
          onChange={value => onChange({ userId: value })}
        />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data?.length === 0 && <Empty icon="done" title={t('panel.access.noChanges')} />}
      {data && data.length > 0 && <Changes changes={data} />}
    </>
  );
};

const Changes = ({ changes }: { changes: readonly AccessRightChange[] }) => {
  const t = useTranslate();
  const accounts = findResource(useMeta(), 'admin');
  if (!accounts) return null;
  return (
    <ol className="access-changes" aria-label={t('panel.access.changes')}>
      {changes.map(change => (
        <Change key={`${change.entryId} ${change.field}`} change={change} accounts={accounts} />
      ))}
    </ol>
  );
};

const Change = ({ change, accounts }: { change: AccessRightChange; accounts: ResourceMeta }) => {
  const t = useTranslate();
  const actorName = useActorName();
  const [locale] = useLocaleState();
  const { field, before, after, at, actor, name, reason, userId } = change;
  const [old, now] = useChangeTexts({
    entity: accounts.name,
    field: fieldOf(accounts, field),
    name: field,
    before: { [field]: before },
    after: { [field]: after },
  });
  return (
    <li>
      <p>
        <Link to={`${accounts.route}/${userId}`}>{name}</Link>, {t(fieldLabel(accounts, field))}
      </p>
      <p>
        <Difference before={old} after={now} />
      </p>
      <p className="t2 s13">
        {formatInstant(locale, at)}, {actorName(actor.name)}
        {reason && `: ${reason}`}
      </p>
    </li>
  );
};
