import { useLocaleState, useTranslate } from 'ra-core';
import { StatusChip } from '../../ui/StatusChip';
import { formatDate } from '../../format/format';
import { useActorName } from '../useActorName';
import { enumText, fieldOf, useMeta, type ResourceMeta } from '../../meta';

interface Props {
  meta: ResourceMeta;
  record: Record<string, unknown>;
  current: string | undefined;
}

/** The state of the record now, since when and by whom. */
export const StatusNow = ({ meta, record, current }: Props) => {
  const t = useTranslate();
  const all = useMeta();
  const actorName = useActorName();
  const [locale] = useLocaleState();
  const status = current ?? String(record[meta.status] ?? '');
  const at = record['statusChangedAt'];
  const by = record['statusChangedByName'] ?? record['statusChangedBy'];
  const since = typeof at === 'string' ? formatDate(locale, at) : '';
  const who = typeof by === 'string' ? actorName(by) : '';
  return (
    <p className="now">
      <span className="t2">{t('panel.transition.now')}</span>
      <StatusChip status={status} label={t(enumText(all, fieldOf(meta, meta.status)?.enum ?? '', status))} />
      {since && (
        <span className="t2">{t(who ? 'panel.transition.sinceBy' : 'panel.transition.since', { since, who })}</span>
      )}
    </p>
  );
};
