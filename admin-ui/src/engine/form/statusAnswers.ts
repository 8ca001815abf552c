import type { Possible } from './possibleStatuses';

/** What a person has answered in the status dialog. */
export interface Answers {
  status: string;
  reason: string;
  comment: string;
  /** Brings back what the last move withdrew. */
  restores: boolean;
}

/** Nothing answered yet. */
export const noAnswers: Answers = { status: '', reason: '', comment: '', restores: false };

const commentAtLeast = 3;

/** Whether this reason says nothing without a comment. */
export const wantsComment = (reason: string) => reason === 'OTHER';

/** The text key of what is still missing. */
export const missingOf = (option: Possible, { reason, comment }: Answers): string | undefined => {
  if (option.reason === 'required' && reason === '' && (option.reasonCodes?.length ?? 0) > 0)
    return 'panel.transition.reasonMissing';
  const isShort = [...comment.trim()].length < commentAtLeast;
  return wantsComment(reason) && isShort ? 'panel.transition.commentMissing' : undefined;
};
