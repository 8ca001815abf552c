import { useTranslate } from 'ra-core';
import type { VmsTestSending } from '../../../generated/answers';
import { Note } from '../../../ui/Note';
import { ProblemText } from '../ProblemText';

/** Why a test application was not made, or not taken; nothing where it was. */
export const SendFailure = ({ sending: { errors, missing, failure, status, reason } }: { sending: VmsTestSending }) => {
  const t = useTranslate();
  if (errors.length === 0 && missing.length === 0 && !failure) return null;
  return (
    <Note tone="bad">
      {failure && (
        <p>
          {t(`enum.applicationReason.${failure}`)}
          {status > 0 && ` (${t('panel.vms.connect.status', { status })})`}
          {reason && `: ${reason}`}
        </p>
      )}
      {missing.map(target => (
        <p key={target}>{t('panel.vms.setup.send.missing', { target })}</p>
      ))}
      {errors.map(problem => (
        <p key={`${problem.rule} ${problem.code}`}>
          <ProblemText problem={problem} />
        </p>
      ))}
    </Note>
  );
};
