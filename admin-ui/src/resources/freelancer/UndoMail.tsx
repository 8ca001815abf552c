import { useTranslate } from 'ra-core';
import { UndoLine } from '../../engine/form/UndoLine';
import { useStopMail } from './useStopMail';

/** Says that a mail is on its way, and stops it while it waits. */
export const UndoMail = ({ id }: { id: string | number }) => {
  const t = useTranslate();
  return <UndoLine text={t('resources.freelancer.actions.writeMail.done')} undo={useStopMail(id)} />;
};
