import { LinkBase, useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../format/format';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { enumText, useMeta } from '../../meta';
import type { AsideProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import type { Question } from '../../generated/resources';
import { request } from '../../providers/http';
import { Chip } from '../../ui/Chip';
import { Skeleton } from '../../ui/Skeleton';
import './question.css';

/** All versions of a question: which of them is asked, and what the answers to the others belong to. */
export const Versions = ({ record }: AsideProps<Question>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const meta = useMeta();
  const path = useRecordPath();
  const query = useQuery({
    queryKey: ['question', 'versions', record.id, record.version],
    queryFn: async ({ signal }) =>
      (await request<{ results: Question[] }>('GET', `/api/applicationQuestion/${record.id}/versions`, { signal })).data
        .results,
    retry: false,
  });
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={320} />;
  return (
    <section className="form-s" aria-label={t('panel.question.tab.versions')}>
      <ul className="lines">
        {query.data.map(one => (
          <li key={one.id}>
            <span className="grow name">
              {one.id === record.id ? (
                t('panel.question.versionHere', { version: one.questionVersion })
              ) : (
                <LinkBase to={path(one.id)}>{t('panel.question.version', { version: one.questionVersion })}</LinkBase>
              )}
              <span className="of">
                {t(enumText(meta, 'questionValueType', String(one.valueType)))},{' '}
                {t(enumText(meta, 'questionInputKind', String(one.inputKind)))}
              </span>
            </span>
            <Chip icon={one.active ? 'done' : 'pause'}>
              {t(one.active ? 'panel.question.asked' : 'panel.question.rests')}
            </Chip>
            <span className="t2">{one.created && formatDate(locale, one.created)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
