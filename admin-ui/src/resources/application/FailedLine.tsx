import { useContext } from 'react';
import { lineColumns } from '../../engine/list/columns';
import { LineColumnsContext } from '../../engine/list/LineColumnsContext';
import { ListUiContext } from '../../engine/list/ListUi';
import type { CellProps } from '../../engine/overrideProps';
import type { Application } from '../../generated/resources';
import { useResourceMeta } from '../../meta';
import { FailureReason } from './FailureReason';

/** Why an application could not be sent, where there is no room for more and no column says it. */
export const FailedLine = ({ record }: CellProps<Application>) => {
  const meta = useResourceMeta();
  const [own, list] = [useContext(LineColumnsContext), useContext(ListUiContext)];
  const columns = own ?? list?.columns;
  if (columns && lineColumns(meta, [...columns]).some(({ name }) => name === 'readiness')) return null;
  const error = record.status === 'sf' ? record.lastSendError : null;
  return error ? <FailureReason error={error} /> : null;
};
