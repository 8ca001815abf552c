import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard } from '../../generated/answers';
import { useWaitingRow } from './useWaitingRow';
import { WorkLine } from './WorkLine';
import { WorkSteps } from './WorkSteps';

interface Props {
  card: DashboardCard;
  record: Saved;
  onDone: (saved?: Saved) => void;
}

/** A record that waits: why, what it is, and what can be done about it. When it leaves, the next one has the focus. */
export const WorkRow = ({ record, ...steps }: Props) => {
  const row = useWaitingRow();
  return (
    <li ref={row} data-row={record.id} tabIndex={-1}>
      <div className="grow">
        <WorkLine record={record} />
      </div>
      <span className="wl-a">
        <WorkSteps record={record} {...steps} />
      </span>
    </li>
  );
};
