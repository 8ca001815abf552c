import { useMemo } from 'react';
import { lineColumns, listColumns } from '../../engine/list/columns';
import { ListUiContext } from '../../engine/list/ListUi';
import { useOverride } from '../../engine/override';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard } from '../../generated/answers';
import { useResourceMeta } from '../../meta';
import { chosenAll } from './chosenAll';
import { WorkSteps } from './WorkSteps';

interface Props {
  card: DashboardCard;
  record: Saved;
  onDone: (saved?: Saved) => void;
}

/** A record that waits: why, what it is, and what can be done about it. */
export const WorkRow = ({ card, record, onDone }: Props) => (
  <li data-row={record.id} tabIndex={-1}>
    <div className="grow">
      <WorkLine record={record} />
    </div>
    <span className="wl-a">
      <WorkSteps card={card} record={record} onDone={onDone} />
    </span>
  </li>
);

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
