import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { retryOf } from '../../engine/form/retryOf';
import { JobLine } from '../../engine/jobs/JobRows';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolImport } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { runFilters, useRunRows } from './merging';
import { RowsFilter } from './RowsFilter';

const step = 25;

/** Who was left out, who came in, and after an undo whom and what it has left as it is, each with why. */
export const RunRows = ({ at }: { at: PoolImport }) => {
  const t = useTranslate();
  const filters = runFilters(at);
  const [chosen, setChosen] = useState<string>();
  const [limit, setLimit] = useState(step);
  const filter = chosen ?? filters[0]?.query ?? '';
  const rows = useRunRows(at, filter, limit);
  if (filters.length === 0) return null; // nobody was reached
  if (rows.error instanceof HttpError && rows.error.status === 404)
    return <p className="help">{t('panel.pool.merge.rows.ofOthers')}</p>;
  const list = rows.data?.results ?? [];
  const total = rows.data?.totalResults ?? 0;
  const none = filter === 'trouble=true' ? 'restored' : 'none';
  return (
    <section className="job-rows" aria-label={t('panel.pool.merge.rows')}>
      <RowsFilter
        label="panel.pool.merge.rows"
        filters={filters}
        value={filter}
        onChange={query => {
          setChosen(query);
          setLimit(step);
        }}
      />
      {rows.error && <Refusal error={rows.error} onRetry={retryOf(rows)} />}
      {rows.data && total === 0 && <p className="help">{t(`panel.pool.merge.rows.${none}`)}</p>}
      <ul>
        {list.map(row => (
          <JobLine key={`${row.id} ${row.title}`} row={row} />
        ))}
      </ul>
      {total > list.length && (
        <Button onClick={() => setLimit(limit + step)}>
          {t('panel.pool.merge.moreOf', { count: list.length, total })}
        </Button>
      )}
    </section>
  );
};
