import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';

interface Props {
  text: string;
  /** The call that takes it back. */
  undo: { isSuccess: boolean; isPending: boolean; mutate: () => void };
}

/** Takes over the focus of the button that was there, unless it has gone elsewhere meanwhile. */
const focusUnlessElsewhere = (line: HTMLElement | null) => {
  if (document.activeElement === document.body) line?.focus();
};

/** Says what is done, and takes it back. */
export const UndoLine = ({ text, undo }: Props) => {
  const t = useTranslate();
  if (undo.isSuccess) {
    return (
      <p ref={focusUnlessElsewhere} tabIndex={-1}>
        {t('panel.transition.undone')}
      </p>
    );
  }
  return (
    <>
      <p>{text}</p>
      <p className="toast-more">
        <LinkButton
          aria-disabled={undo.isPending || undefined}
          onClick={() => {
            if (!undo.isPending) undo.mutate();
          }}
        >
          {t('panel.jobs.undo')}
        </LinkButton>
      </p>
    </>
  );
};
