import { useTranslate } from 'ra-core';
import { useCardRows } from '../../engine/board/CardRowsContext';
import type { CellProps } from '../../engine/overrideProps';
import { useFailureText } from '../../engine/form/useFailureText';
import type { Application } from '../../generated/resources';
import { Icon } from '../../ui/Icon';
import { FailureReason } from './FailureReason';
import { missingKey } from './useMends';
import { useReadiness } from './useReadiness';

/** How many of the conditions that do not hold a card names; the others are counted. */
const named = 2;

/** What an application on a board lacks before it can be sent, or why its delivery failed. */
export const MissingLine = ({ record }: CellProps<Application>) => {
  const t = useTranslate();
  const say = useFailureText();
  const found = useReadiness(useCardRows()).data?.get(record.id);
  if (record.status === 'sf' && record.lastSendError) return <FailureReason error={record.lastSendError} />;
  const missing = found?.readiness.filter(({ ok }) => !ok) ?? [];
  const others = missing.length - named;
  return (
    <>
      {missing.slice(0, named).map(check => (
        <span key={check.key} className="bd-missing">
          <Icon name="alert" small />
          {/* named values for the text */}
          <span>{say(missingKey(check), (check.params ?? {}) as Record<string, unknown>)}</span>
        </span>
      ))}
      {others > 0 && <span className="t3">{t('panel.board.missing', { smart_count: others })}</span>}
    </>
  );
};
