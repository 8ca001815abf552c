import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';
import type { Application } from '../../generated/resources';

/** Why an application could not be sent, where there is no room for more. */
export const FailedLine = ({ record }: CellProps<Application>) => {
  const t = useTranslate();
  const error = record.status === 'sf' ? record.lastSendError : null;
  return error ? <b className="mk-bad">{t(`enum.applicationReason.${error.class}`)}</b> : null;
};
