import type { PossibleStatus } from '../../generated/answers';
import { restorableOf } from './possibleStatuses';

/** What a person has answered in the status dialog. */
export interface Answers {
  status: string;
  reason: string;
  comment: string;
  /** Brings back what the last move withdrew. */
  restores: boolean;
  /** Does it against what would have to be confirmed. */
  confirms: boolean;
  /** The yes-or-no inputs that one said no to. */
  declined: readonly string[];
}

/** Nothing answered yet. */
export const noAnswers: Answers = {
  status: '',
  reason: '',
  comment: '',
  restores: false,
  confirms: false,
  declined: [],
};

const commentAtLeast = 3;

/** Whether this reason says nothing without a comment. */
export const wantsComment = (reason: string) => reason === 'OTHER';

/** The text key of what is still missing. */
export const missingOf = (option: PossibleStatus, { reason, comment, confirms }: Answers): string | undefined => {
  if (option.reason === 'required' && reason === '' && (option.reasonCodes?.length ?? 0) > 0)
    return 'panel.transition.reasonMissing';
  const isShort = [...comment.trim()].length < commentAtLeast;
  if (wantsComment(reason) && isShort) return 'panel.transition.commentMissing';
  return option.confirm?.length && !confirms ? 'panel.transition.confirmMissing' : undefined;
};

/** Whether an input names what a move brings back, such as restoreOarsBatch: one decides that record by record. */
export const isRestoreInput = (name: string) => /^restore\w*Batch$/.test(name);

/** What to send for a move, by the inputs of the action; the one that takes the status may have a name of its own. */
export const inputOf = (
  option: PossibleStatus,
  { reason, comment, restores, confirms, declined }: Answers,
  statusField: string,
  inputs: readonly string[],
) => {
  const restored = restores ? restorableOf(option) : undefined;
  return {
    [statusField]: option.value,
    ...(reason && { reason }),
    ...(comment.trim() && { comment: comment.trim() }),
    ...(confirms && option.confirm?.length && { confirm: true }),
    ...Object.fromEntries(declined.map(name => [name, false])),
    ...(restored && Object.fromEntries(inputs.filter(isRestoreInput).map(name => [name, restored.batchId]))),
  };
};
