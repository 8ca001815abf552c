import { useTranslate } from 'ra-core';
import type { TextPlan } from '../../../generated/answers';
import { Button } from '../../../ui/Button';
import { Modal } from '../../../ui/Modal';
import { Note } from '../../../ui/Note';
import { TakingBack } from '../TakingBack';
import { useTakingBack } from '../useTakingBack';

interface Props {
  title: string;
  sub: string;
  done: TextPlan;
  onClose: () => void;
}

/** How many texts were written, which were not, and the way back. */
export const Done = ({ title, sub, done: { written, lines, batchId }, onClose }: Props) => {
  const t = useTranslate();
  const back = useTakingBack(onClose);
  return (
    <>
      <Modal
        title={title}
        sub={sub}
        unsaved={0}
        cancelLabel={t('panel.modal.close')}
        onClose={onClose}
        actions={
          written > 0 && (
            <Button icon="undo" isBusy={back.isAsking} onClick={() => void back.ask({ batchId })}>
              {t('panel.texts.takeBack')}
            </Button>
          )
        }
      >
        <Note tone="accent" icon="done" isNews>
          {t('panel.texts.batch.done', { smart_count: written })}
        </Note>
        {lines.length > 0 && (
          <>
            <Note tone="warn">{t('panel.texts.changedSince', { smart_count: lines.length })}</Note>
            <ul className="lines">
              {lines.slice(0, named).map(({ id, locale, messageKey }) => (
                <li key={id}>
                  <span className="mono s12">{messageKey}</span> {locale}
                </li>
              ))}
            </ul>
          </>
        )}
      </Modal>
      <TakingBack back={back} />
    </>
  );
};

const named = 100;
