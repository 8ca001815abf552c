import { useListContext, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { CellProps } from '../../engine/override';
import type { Saved } from '../../engine/useRecordSaved';
import type { Application } from '../../generated/resources';
import { FailureReason } from './FailureReason';
import { Level } from '../../ui/Level';
import { request } from '../../providers/http';
import type { ApplicationReadiness } from '../../generated/answers';

/** How much of what sending asks for is there. All rows of a page are asked for at once, after the rows themselves. */
export const ReadyCell = ({ record }: CellProps<Application>) => {
  const t = useTranslate();
  const found = useReadiness().data?.get(record.id);
  if (!waits({ ...record })) return <span className="t3">{t('panel.application.notNeeded')}</span>;
  const error = record.status === 'sf' ? record.lastSendError : null;
  if (error) return <FailureReason error={error} />;
  const of = found?.readiness.length ?? 0;
  if (!found || of === 0) return null;
  return (
    <span className="pair">
      <Level value={found.met} max={of} tone={found.met === of ? 'ok' : 'accent'} />
      <span>{t('panel.application.readyShort', { met: found.met, of })}</span>
    </span>
  );
};

/** As many as the service takes at a time, and as a page has rows. */
const atOnce = 100;

/** The states in which an application still has to become ready. */
const waiting = new Set<unknown>(['uc', 'a', 'sf']);
const waits = (row: Record<string, unknown>) => waiting.has(row['status']);

const useReadiness = () => {
  const { data = [] } = useListContext<Saved>();
  const rows = data.filter(waits).slice(0, atOnce);
  return useQuery({
    queryKey: ['application', 'readiness', rows.map(({ id, version }) => [id, version])],
    queryFn: async ({ signal }) => {
      const path = `/api/projectApplication/readiness?id=${rows.map(({ id }) => id).join(',')}`;
      const { results } = (await request<{ results: ApplicationReadiness[] }>('GET', path, { signal })).data;
      return new Map(results.map(one => [one.id, one]));
    },
    enabled: rows.length > 0,
    placeholderData: before => before,
    retry: false,
  });
};
