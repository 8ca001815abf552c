import { useTranslate } from 'ra-core';
import type { Application } from '../../generated/resources';
import { Note } from '../../ui/Note';
import { useDetailText } from '../vms/useDetailText';

/** Why the last delivery failed: the reason first, then what the VMS said, and whether it can be tried again. */
export const FailedDelivery = ({ application }: { application: Application }) => {
  const t = useTranslate();
  const say = useDetailText();
  const error = application.lastSendError;
  if (!error) return null;
  return (
    <Note tone="bad">
      <b>{t(`enum.applicationReason.${error.class}`)}</b>
      <div>
        {error.message} {say(error.code)}
      </div>
      <div>{t(error.retryable ? 'panel.application.retryable' : 'panel.application.notRetryable')}</div>
    </Note>
  );
};
