import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolPlan } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { planFilters, usePlanRows, type Decisions } from './merging';
import { PlanRow } from './PlanRow';
import { RowsFilter } from './RowsFilter';

interface Props {
  plan: PoolPlan;
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
}

const step = 25;

/** The people of a plan, at first those whom something prevents, each with the decision about them. */
export const PlanRows = ({ plan, decisions, onChange }: Props) => {
  const t = useTranslate();
  const filters = planFilters(plan);
  const hasConflicts = Object.keys(plan.classes ?? {}).length > 0;
  const [filter, setFilter] = useState(hasConflicts ? '' : 'all=true');
  const [limit, setLimit] = useState(step);
  const rows = usePlanRows(plan.planId, filter, limit);
  const total = rows.data?.totalResults ?? 0;
  const list = rows.data?.conflicts ?? [];
  return (
    <>
      <RowsFilter
        label="panel.pool.merge.filter"
        filters={filters}
        value={filter}
        onChange={query => {
          setFilter(query);
          setLimit(step);
        }}
      />
      {rows.error && <Refusal error={rows.error} onRetry={retryOf(rows)} />}
      <ul className="lines">
        {list.map(row => (
          <PlanRow key={row.key} row={row} decisions={decisions} onChange={onChange} />
        ))}
      </ul>
      {rows.data && total === 0 && <p className="help">{t('panel.pool.merge.nobody')}</p>}
      {total > 0 && <p className="help">{t('panel.pool.merge.shown', { count: list.length, total })}</p>}
      {total > list.length && <Button onClick={() => setLimit(limit + step)}>{t('panel.pool.merge.more')}</Button>}
    </>
  );
};
