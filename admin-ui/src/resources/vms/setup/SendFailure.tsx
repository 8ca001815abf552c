import { useTranslate } from 'ra-core';
import type { VmsTestSending } from '../../../generated/answers';
import { Note } from '../../../ui/Note';
import { Advice } from '../connection/Advice';
import { ProblemText } from '../ProblemText';

interface Props {
  connectionId: number;
  sending: VmsTestSending;
}

/** Why a test application was not made, or not accepted, and what mends that; nothing where it was. */
export const SendFailure = ({ connectionId, sending }: Props) => {
  const t = useTranslate();
  const { errors, missing, failure, why, status, reason } = sending;
  if (errors.length === 0 && missing.length === 0 && !failure) return null;
  return (
    <Note tone="bad">
      {failure && (
        <p>
          {t(why ? `enum.vmsTestWhy.${why}` : `enum.applicationReason.${failure}`)}
          {status > 0 && ` (${t('panel.vms.connect.status', { status })})`}
          {reason && ` ${reason}`}
        </p>
      )}
      {why && (
        <Advice connectionId={connectionId} why={why} retryAfter={sending.retryAfter} unreadable={sending.unreadable} />
      )}
      {missing.map(target => (
        <p key={target}>{t('panel.vms.setup.send.missing', { target })}</p>
      ))}
      {errors.map(problem => (
        <p key={`${problem.rule} ${problem.code}`}>
          <code>{problem.target}</code> <ProblemText problem={problem} />
        </p>
      ))}
    </Note>
  );
};
