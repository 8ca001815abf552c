import { useState } from 'react';
import { ListBase, useListContext, useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { listSort } from '../../engine/list/sort';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard } from '../../generated/answers';
import { resourceKey } from '../../meta';
import { Link } from '../../router/Link';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { calls } from './calls';
import { DoneRow, type DoneStep } from './DoneRow';
import { useStepDone } from './useStepDone';
import { WorkAll } from './WorkAll';
import type { WorkList } from './workLink';
import { WorkLine } from './WorkLine';
import { WorkRow } from './WorkRow';
import { WorkSteps } from './WorkSteps';

const shown = 5;

interface Props {
  card: DashboardCard;
  list: WorkList;
  isOpen: boolean;
  onToggle: () => void;
}

/** One list of what waits: its name and number, and its rows or, while it is closed, the next of them. */
export const Worklist = ({ list: { resource, filter, sort }, ...props }: Props) => (
  <ListBase
    resource={resourceKey(resource)}
    filterDefaultValues={filter}
    sort={sort ?? listSort(resource)}
    perPage={shown}
    exporter={false}
    storeKey={false}
    disableSyncWithLocation
    disableAuthentication
  >
    <Waiting {...props} />
  </ListBase>
);

/** The rows with the one that was done last, which has left the list by now, in the place it had. */
const withDone = (rows: readonly Saved[], done?: { record: Saved; at: number }) => {
  const others = rows.filter(({ id }) => id !== done?.record.id);
  return done ? [...others.slice(0, done.at), done.record, ...others.slice(done.at)] : others;
};

const Waiting = ({ card, isOpen, onToggle }: Omit<Props, 'list'>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { data = [], total = card.count, error, refetch, isPending } = useListContext<Saved>();
  const next = data[0];
  const askAgain = useStepDone();
  const [last, setLast] = useState<DoneStep & { at: number }>();
  const done = (saved?: Saved, step?: DoneStep) => {
    setLast(step && { ...step, at: data.findIndex(({ id }) => id === step.record.id) });
    askAgain(saved);
  };
  const title = t(`dashboard.card.${card.key}`);
  const hintKey = `dashboard.card.${card.key}.hint`;
  const hint = t(hintKey, { smart_count: total });
  const isFailure = calls.has(card.key);
  return (
    <li data-worklist={card.key}>
      <div className="wl-h">
        <button type="button" className="wl-b" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} />
          <h2>{title}</h2>
          <span className={`qn ${isFailure ? 'bad' : ''}`}>{formatNumber(locale, total)}</span>
        </button>
        <span className="wl-n ell t2">{isOpen ? hint !== hintKey && hint : next && <WorkLine record={next} />}</span>
        <span className="wl-a">
          {isOpen ? (
            <WorkAll card={card} total={total} onDone={done} />
          ) : (
            next && <WorkSteps card={card} record={next} onDone={done} />
          )}
        </span>
      </div>
      {error && <Refusal error={error} onRetry={retryOf({ error, refetch })} />}
      {isOpen && isPending && <Skeleton width={320} />}
      {isOpen && data.length > 0 && (
        <ul className="wl-r" aria-label={title}>
          {withDone(data, last).map(record =>
            last?.record.id === record.id ? (
              <DoneRow key={record.id} {...last} onUndone={done} />
            ) : (
              <WorkRow key={record.id} card={card} record={record} staysWhenDone={total > 1} onDone={done} />
            ),
          )}
          {total > data.length && (
            <li className="more">
              <Link to={card.link ?? ''}>{t('dashboard.worklists.all', { count: formatNumber(locale, total) })}</Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
};
