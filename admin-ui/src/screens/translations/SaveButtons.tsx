import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import type { Then } from './place';

interface Props {
  /** It differs from its source in a way that may be meant. */
  isAsking: boolean;
  isWrong: boolean;
  onCancel: () => void;
  onSave: (then: Then, isForced?: boolean) => void;
}

/** The ways out of a field: give up, save all the same, save. */
export const SaveButtons = ({ isAsking, isWrong, onCancel, onSave }: Props) => {
  const t = useTranslate();
  return (
    <>
      <Button small look="ghost" onClick={onCancel}>
        {t('panel.modal.cancel')}
      </Button>
      {isAsking && (
        <Button small onClick={() => onSave('stay', true)}>
          {t('panel.texts.saveAnyway')}
        </Button>
      )}
      <Button
        small
        look="primary"
        refusal={isWrong ? t('panel.texts.mend') : undefined}
        onClick={() => onSave('leave')}
      >
        {t('panel.texts.save')}
      </Button>
    </>
  );
};
