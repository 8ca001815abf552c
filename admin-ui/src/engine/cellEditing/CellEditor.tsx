import { useEffect, useState } from 'react';
import { loadParts } from '../../ui/lazyPart';
import { Skeleton } from '../../ui/Skeleton';
import { useResourceMeta } from '../../meta';
import { inputOf } from '../form/ObjectInput';
import { useStoredRecord } from '../form/useStoredRecord';
import type { Column } from '../list/columns';
import { useOverride } from '../override';
import { useErrorToast } from '../useErrorToast';
import { focusCell, type CellAddress, type CellTable, type Next } from './cellAddress';
import { CellForm } from './CellForm';
import { CellHost } from './CellHost';
import { editableFields } from './cellLock';

interface Props {
  table: CellTable;
  address: CellAddress;
  column: Column;
  onClose: (next: Next) => void;
}

/** Edits a cell where it stands, from the record as it is stored now: a row of a list may be older. */
export const CellEditor = ({ table, address, column, onClose }: Props) => {
  const meta = useResourceMeta();
  const { inputs } = useOverride(meta.name);
  const fields = editableFields(meta, column);
  const parts = fields.map(({ name, kind }) => inputs?.[name] ?? inputOf(kind));
  const { data, error } = useStoredRecord(String(address.id), parts);
  const areInputsHere = useLoaded(parts);
  const showError = useErrorToast();
  useEffect(() => {
    if (!error) return;
    showError(error);
    onClose('stay');
  }, [error, showError, onClose]);
  return (
    <CellHost table={table} address={address} className="cell-edit" onGone={() => onClose('leave')}>
      {data && areInputsHere ? (
        <CellForm
          meta={meta}
          record={data}
          fields={fields}
          onClose={onClose}
          onUndone={() => focusCell(table, address)}
        />
      ) : (
        <Skeleton width={96} />
      )}
    </CellHost>
  );
};

/** Whether the inputs have come: of a record that has just been saved nothing else is waited for. */
const useLoaded = (parts: unknown) => {
  const [isLoaded, setIsLoaded] = useState(false);
  const [loading] = useState(() => loadParts(parts));
  useEffect(() => {
    let isGone = false;
    const end = () => !isGone && setIsLoaded(true); // what could not be fetched says so itself, in its place
    void loading.then(end, end);
    return () => {
      isGone = true;
    };
  }, [loading]);
  return isLoaded;
};
