import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';

interface Props {
  text: string;
  /** The call that takes it back. */
  undo: { isSuccess: boolean; isPending: boolean; mutate: () => void };
}

/** Says what is done, and takes it back. */
export const UndoLine = ({ text, undo }: Props) => {
  const t = useTranslate();
  if (undo.isSuccess) return <p>{t('panel.transition.undone')}</p>;
  return (
    <>
      <p>{text}</p>
      <p className="toast-more">
        <LinkButton disabled={undo.isPending} onClick={undo.mutate}>
          {t('panel.jobs.undo')}
        </LinkButton>
      </p>
    </>
  );
};
