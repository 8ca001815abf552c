import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { fieldOf, type ResourceMeta } from '../../meta';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import { Field } from '../../ui/Field';
import { MomentInput } from '../../ui/MomentInput';
import { Skeleton } from '../../ui/Skeleton';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import type { Saved } from '../useRecordSaved';
import { FieldChange } from './FieldChange';
import { differing } from './version';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  /** Puts the value of then into the form, where it is saved under today's rules. */
  onRestore: (field: string, value: unknown) => void;
}

/** What the service answers of a record at a moment. */
interface Then {
  record: Record<string, unknown>;
  gone?: string[];
}

/** The record as it was at any moment, beside what it is today. */
export const AsOf = ({ meta, record, onRestore }: Props) => {
  const t = useTranslate();
  const [at, setAt] = useState<string | null>(null);
  const isMoment = at !== null && !Number.isNaN(Date.parse(at));
  const then = useQuery({
    queryKey: ['history', meta.name, record.id, record['version'], 'at', at],
    queryFn: async ({ signal }) => {
      const path = `/api/history/${meta.name}/${record.id}?limit=1&at=${encodeURIComponent(at ?? '')}`;
      return (await request<Then>('GET', path, { signal })).data;
    },
    enabled: isMoment,
  });
  const { data, error } = then;
  const wasNot = error instanceof HttpError && error.status === 404;
  return (
    <section className="as-of" aria-label={t('panel.history.asOf')}>
      <Field label={t('panel.history.asOf')}>
        <MomentInput label={t('panel.history.asOf')} value={at} onChange={setAt} />
      </Field>
      {wasNot && <p className="t2">{t('panel.history.wasNot')}</p>}
      {error && !wasNot && <Refusal error={error} onRetry={retryOf(then)} />}
      {isMoment && !data && !error && <Skeleton width={240} />}
      {data && <Differences meta={meta} record={record} then={data} onRestore={onRestore} />}
    </section>
  );
};

const Differences = ({ meta, record, then, onRestore }: Props & { then: Then }) => {
  const t = useTranslate();
  const names = differing(then.record, record).filter(name => fieldOf(meta, name));
  if (names.length === 0) return <p className="t2">{t('panel.history.asToday')}</p>;
  return (
    <div className="df">
      <div className="df-r" aria-hidden="true">
        <span />
        <b>{t('panel.history.then')}</b>
        <b>{t('panel.history.today')}</b>
      </div>
      {names.map(name => (
        <FieldChange
          key={name}
          meta={meta}
          name={name}
          before={then.record}
          after={record}
          then={then.record}
          isGone={then.gone?.includes(name) === true}
          onRestore={onRestore}
        />
      ))}
    </div>
  );
};
