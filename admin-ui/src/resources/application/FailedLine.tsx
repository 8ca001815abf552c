import { useContext } from 'react';
import { useTranslate } from 'ra-core';
import { lineColumns } from '../../engine/list/columns';
import { ListUiContext } from '../../engine/list/ListUi';
import type { CellProps } from '../../engine/override';
import type { Application } from '../../generated/resources';
import { useResourceMeta } from '../../meta';

/** Why an application could not be sent, where there is no room for more and no column says it. */
export const FailedLine = ({ record }: CellProps<Application>) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const list = useContext(ListUiContext);
  if (list && lineColumns(meta, list.columns).some(({ name }) => name === 'readiness')) return null;
  const error = record.status === 'sf' ? record.lastSendError : null;
  return error ? <b className="mk-bad">{t(`enum.applicationReason.${error.class}`)}</b> : null;
};
