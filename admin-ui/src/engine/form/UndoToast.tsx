import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';
import type { Saved } from '../useRecordSaved';
import { useUndo, type Done } from './useUndo';

interface Props extends Done {
  resource: string;
  text: string;
  onUndone: (saved: Saved) => void;
}

/** Says that an action is done, and takes it back. */
export const UndoToast = ({ text, ...wanted }: Props) => {
  const t = useTranslate();
  const undo = useUndo(wanted);
  if (undo.isSuccess) return <p>{t('panel.transition.undone')}</p>;
  return (
    <>
      <p>{text}</p>
      <p className="toast-more">
        <LinkButton disabled={undo.isPending} onClick={() => undo.mutate()}>
          {t('panel.jobs.undo')}
        </LinkButton>
      </p>
    </>
  );
};
