import { ListBase, useListContext, useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { retryOf } from '../../engine/form/retryOf';
import { DoneContext } from '../../engine/form/DoneContext';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { listSort } from '../../engine/list/sort';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard } from '../../generated/answers';
import { resourceKey } from '../../meta';
import { Link } from '../../router/Link';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { calls } from './calls';
import { DoneRow } from './DoneRow';
import { useLastDone } from './useLastDone';
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

const Waiting = ({ card, isOpen, onToggle }: Omit<Props, 'list'>) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { data = [], total = card.count, error, refetch, isPending } = useListContext<Saved>();
  const next = data[0];
  const { last, rows, show, done, undone } = useLastDone(data);
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
      {isOpen && rows.length > 0 && (
        <DoneContext value={total > 1 ? show : undefined}>
          <ul className="wl-r" aria-label={title}>
            {rows.map(record =>
              last?.record.id === record.id ? (
                <DoneRow key={record.id} {...last} onUndone={undone} />
              ) : (
                <WorkRow key={record.id} card={card} record={record} onDone={done} />
              ),
            )}
            {total > data.length && (
              <li className="more">
                <Link to={card.link ?? ''}>{t('dashboard.worklists.all', { count: formatNumber(locale, total) })}</Link>
              </li>
            )}
          </ul>
        </DoneContext>
      )}
    </li>
  );
};
