import { useTranslate } from 'ra-core';
import { Question } from './Question';

interface Props {
  /** How many changes would be lost. */
  count: number;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before changes are lost. */
export const DiscardDialog = ({ count, onDiscard, onKeep }: Props) => {
  const t = useTranslate();
  return (
    <Question
      title={t('panel.modal.discardTitle', { smart_count: count })}
      confirm={t('panel.modal.discard')}
      cancel={t('panel.modal.keepEditing')}
      look="danger"
      onConfirm={onDiscard}
      onCancel={onKeep}
    >
      {t('panel.modal.discardText')}
    </Question>
  );
};
