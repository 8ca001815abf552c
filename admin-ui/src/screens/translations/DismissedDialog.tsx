import { useTranslate } from 'ra-core';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { DismissedLine } from './DismissedLine';
import { dismissedAt, cellOf, type Sheet } from './sheet';
import { useDismissals } from './useDismissals';

interface Props {
  sheet: Sheet;
  mayWrite: boolean;
  onClose: () => void;
}

/** The findings of a set that were set aside, with their reasons, and the way back for each. */
export const DismissedDialog = ({ sheet, mayWrite, onClose }: Props) => {
  const t = useTranslate();
  const { asides, error, refetch, change } = useDismissals(sheet.client);
  const all = asides && [...asides.values()].flat();
  /** Whether it holds; a language that is not at hand does not tell. */
  const isMatch = (locale: string, messageKey: string, finding: string) => {
    if (!sheet.own.has(locale)) return true;
    const { text, source } = cellOf(sheet, locale, messageKey);
    const held = dismissedAt(asides, locale, messageKey, { value: text?.messageValue, source });
    return held.some(one => one.finding === finding);
  };
  return (
    <Modal
      title={t('panel.texts.aside')}
      size="wide"
      unsaved={0}
      note={t('panel.texts.aside.note')}
      onClose={onClose}
      cancelLabel={t('panel.modal.close')}
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!asides && !error && <Skeleton width={320} />}
      {all?.length === 0 && <Empty icon="check" title={t('panel.texts.aside.none')} />}
      <ul className="tx-past">
        {all?.map(one => (
          <DismissedLine
            key={`${one.locale} ${one.messageKey} ${one.finding}`}
            aside={one}
            isOver={!isMatch(one.locale, one.messageKey, one.finding)}
            isBusy={change.isPending}
            onTakeBack={mayWrite ? () => change.mutate({ judged: one }) : undefined}
          />
        ))}
      </ul>
    </Modal>
  );
};
