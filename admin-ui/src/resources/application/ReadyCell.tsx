import { useListContext, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import type { Saved } from '../../engine/useRecordSaved';
import type { Application } from '../../generated/resources';
import { FailureReason } from './FailureReason';
import { Level } from '../../ui/Level';
import { useReadiness, isWaiting } from './useReadiness';

/** How much of what sending asks for is there. All rows of a page are asked for at once, after the rows themselves. */
export const ReadyCell = ({ record }: CellProps<Application>) => {
  const t = useTranslate();
  const found = useReadiness(useListContext<Saved>().data).data?.get(record.id);
  if (!isWaiting({ ...record })) return <span className="t3 unsaid">{t('panel.application.notNeeded')}</span>;
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
