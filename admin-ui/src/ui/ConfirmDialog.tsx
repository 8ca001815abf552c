import { DiscardDialog } from './DiscardDialog';
import { Question, type QuestionProps } from './Question';
import { useLeave } from './useLeave';

/** Asks before something that cannot simply be taken back, and before what was typed meanwhile is lost. */
export const ConfirmDialog = ({ onCancel, ...question }: Omit<QuestionProps, 'onFocus'>) => {
  const { leave, onFocus, asked, keep } = useLeave(undefined, onCancel);
  return (
    <>
      <Question {...question} onCancel={leave} onFocus={onFocus} />
      {asked > 0 && <DiscardDialog count={asked} onDiscard={onCancel} onKeep={keep} />}
    </>
  );
};
