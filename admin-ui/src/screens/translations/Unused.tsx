import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { mostKeys } from './trashCalls';
import { useTrash } from './useTrash';

interface Props {
  client: number;
  /** Those that nothing is known to use and the filter matches. */
  keys: readonly string[];
  mayWrite: boolean;
}

/** What it means that keys are not known to be used, and the way to the trash for them. */
export const Unused = ({ client, keys, mayWrite }: Props) => {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const trash = useTrash(client, () => setAsking(false));
  const some = keys.slice(0, mostKeys);
  const move = t('panel.texts.trash.move', { smart_count: some.length });
  return (
    <div className="tx-hint">
      <p>{t('panel.texts.unusedHint')}</p>
      {mayWrite && some.length > 0 && (
        <Button small icon="trash" onClick={() => setAsking(true)}>
          {move}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('panel.texts.trash')}
          confirm={move}
          isBusy={trash.isPending}
          onConfirm={() => trash.mutate({ keys: some, restore: false })}
          onCancel={() => setAsking(false)}
        >
          <p>{t('panel.texts.trash.question')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
