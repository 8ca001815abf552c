import { useMemo } from 'react';
import { lineColumns, listColumns } from '../../engine/list/columns';
import { ListUiContext } from '../../engine/list/ListUi';
import { useOverride } from '../../engine/override';
import type { Saved } from '../../engine/useRecordSaved';
import { useResourceMeta } from '../../meta';
import { chosenAll } from './chosenAll';

/** What calls for somebody, the title, and what tells the record from others, as on a phone. */
export const WorkLine = ({ record }: { record: Saved }) => {
  const meta = useResourceMeta();
  const override = useOverride(meta.name);
  const columns = useMemo(() => listColumns(meta, override, undefined), [meta, override]);
  const title = columns.filter(({ name }) => name === meta.title);
  const ui = useMemo(() => chosenAll(columns), [columns]);
  return (
    <ListUiContext value={ui}>
      <span className="wl-l">
        {[...title, ...lineColumns(meta, columns)].map(({ name, field, Cell }) => (
          <span key={name}>
            <Cell record={record} field={field} />
          </span>
        ))}
      </span>
    </ListUiContext>
  );
};
