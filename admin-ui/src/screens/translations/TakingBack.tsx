import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Preview } from './PastStep';
import type { useTakingBack } from './useTakingBack';

/** Shows what taking a batch back does, once that is known, and asks for it. */
export const TakingBack = ({ back }: { back: ReturnType<typeof useTakingBack> }) => {
  const t = useTranslate();
  const { asked, isBusy, confirm, cancel } = back;
  if (!asked) return null;
  const { changes, conflicts, total } = asked.found;
  const isLarge = total > changes.length + conflicts.length;
  const count = isLarge ? total : changes.length;
  return (
    <ConfirmDialog
      title={t('panel.texts.takeBack')}
      confirm={t('panel.texts.takeBackCount', { smart_count: count })}
      refusal={count === 0 ? t('panel.texts.allChangedSince') : undefined}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={cancel}
    >
      <Preview found={asked.found} />
    </ConfirmDialog>
  );
};
