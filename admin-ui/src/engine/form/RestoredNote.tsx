import { useTranslate } from 'ra-core';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';
import { Age } from '../cells/Age';

interface Props {
  at: number | undefined;
  onStartAgain: () => void;
}

/** Says that what was left unsaved is back, and offers to start again. */
export const RestoredNote = ({ at, onStartAgain }: Props) => {
  const t = useTranslate();
  if (at === undefined) return null;
  return (
    <Note tone="accent">
      {t('panel.form.restored')} <Age at={new Date(at).toISOString()} /> ·{' '}
      <LinkButton onClick={onStartAgain}>{t('panel.form.startAgain')}</LinkButton>
    </Note>
  );
};
