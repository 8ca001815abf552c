import { useTranslate } from 'ra-core';
import { fieldLabel, useResourceMeta } from '../../meta';
import type { Saved } from '../useRecordSaved';
import type { Column } from './columns';

/** A value in the second line of a record, where no heading says what a yes or no is about. */
export const LineCell = ({ record, column: { name, field, Cell } }: { record: Saved; column: Column }) => {
  const meta = useResourceMeta();
  const t = useTranslate();
  return (
    <span>
      {field.kind === 'bool' && `${t(fieldLabel(meta, name))}: `}
      <Cell record={record} field={field} />
    </span>
  );
};
