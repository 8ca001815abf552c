import { useTranslate } from 'ra-core';
import type { Application } from '../../generated/resources';

/** Why a delivery failed, in one line of a list: the reason, then what the VMS says. */
export const FailureReason = ({ error }: { error: NonNullable<Application['lastSendError']> }) => {
  const t = useTranslate();
  const reason = t(`enum.applicationReason.${error.class}`);
  const sentence = error.message ? `${reason}: ${error.message}` : reason;
  return (
    <b className="mk-bad ell" title={sentence}>
      {sentence}
    </b>
  );
};
