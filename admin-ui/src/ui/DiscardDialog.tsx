import { useTranslate } from 'ra-core';
import { ConfirmDialog } from './ConfirmDialog';

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
    <ConfirmDialog
      title={t('panel.modal.discardTitle', { smart_count: count })}
      confirm={t('panel.modal.discard')}
      cancel={t('panel.modal.keepEditing')}
      look="danger"
      onConfirm={onDiscard}
      onCancel={onKeep}
    >
      {t('panel.modal.discardText')}
    </ConfirmDialog>
  );
};
