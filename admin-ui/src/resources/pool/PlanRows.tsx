import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolPlan } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { shownRows, usePlanRows, type Decisions } from './merging';
import { PlanRow } from './PlanRow';

interface Props {
  plan: PoolPlan;
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
}

const step = 25;

/** The people of a plan, those with a conflict first, each with the decision about them. */
export const PlanRows = ({ plan, decisions, onChange }: Props) => {
  const t = useTranslate();
  const [filter, setFilter] = useState('everything');
  const [limit, setLimit] = useState(step);
  const rows = usePlanRows(plan.planId, shownRows[filter] ?? '', limit);
  const total = rows.data?.totalResults ?? 0;
  const list = rows.data?.conflicts ?? [];
  return (
    <>
      <Field label={t('panel.pool.merge.filter')}>
        <Select
          value={filter}
          choices={Object.keys(shownRows).map(value => ({ value, label: t(`panel.pool.merge.${value}`) }))}
          onChange={value => {
            setFilter(value);
            setLimit(step);
          }}
        />
      </Field>
      {rows.error && <Refusal error={rows.error} onRetry={retryOf(rows)} />}
      <ul className="lines">
        {list.map(row => (
          <PlanRow key={row.key} row={row} decisions={decisions} onChange={onChange} />
        ))}
      </ul>
      {total > 0 && <p className="help">{t('panel.pool.merge.shown', { count: list.length, total })}</p>}
      {total > list.length && <Button onClick={() => setLimit(limit + step)}>{t('panel.pool.merge.more')}</Button>}
    </>
  );
};
