import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../format/format';
import { useFormLeave } from '../../engine/form/useFormLeave';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useResourceMeta, type RecordOf } from '../../meta';
import type { DetailProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { request } from '../../providers/http';
import { useAction } from './ActionCell';
import { useActor, useCause } from './ActorCell';
import { Changes } from './Changes';
import { useEntity } from './EntityCell';
import { Facts } from './Facts';
import './audit.css';

/** One entry of the log: who, when, from where, and every field before and after. */
export const Entry = ({ id }: DetailProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const path = useRecordPath();
  const { close } = useFormLeave(path(), path(id).split('?')[0] ?? '', false);
  const { data, error } = useQuery({
    queryKey: ['audit', id],
    queryFn: async ({ signal }) =>
      (await request<RecordOf<'audit'>>('GET', `${meta.path}/${encodeURIComponent(id)}`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY, // what has been recorded stands
  });
  return (
    <Modal
      title={data ? <Title entry={data} /> : t('resources.audit.name')}
      sub={<span className="entry-sub">{data && <Sub entry={data} />}</span>}
      isTall
      onClose={close}
      cancelLabel={t('panel.modal.close')}
    >
      {error && <Refusal error={error} />}
      {!data && !error && <Skeleton width={280} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section tabIndex={0} aria-label={t('resources.audit.name')}>
          <Changes entry={data} />
          <Facts entry={data} />
        </section>
      )}
    </Modal>
  );
};

const Title = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const nameOf = useEntity();
  const deed = useAction();
  return (
    <>
      {deed(entry.entity, entry.action)}: {nameOf(entry.entity)} {entry.entityId || ''}
    </>
  );
};

const Sub = ({ entry }: { entry: RecordOf<'audit'> }) => {
  const locale = useLocale() ?? 'en';
  const nameOf = useActor();
  const cause = useCause()(entry.causedBy);
  return (
    <>
      {nameOf(entry.actor)} {cause} · {formatInstant(locale, entry.at ?? '')}
    </>
  );
};
