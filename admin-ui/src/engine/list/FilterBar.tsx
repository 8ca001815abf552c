import { Suspense, useState } from 'react';
import { useListContext } from 'ra-core';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazyPart';
import { filterLabel, useResourceMeta } from '../../meta';
import { useNarrow } from '../useNarrow';
import { useWords } from '../useWords';
import { FilterWaiting } from './filters/FilterWaiting';
import { offeredFilters } from './filters/offeredFilters';
import { TextFilter } from './filters/TextFilter';
import { useFilterControl } from './filters/useFilterControl';
import './filters/filters.css';

const FilterSheet = lazyPart(() => import('./filters/FilterSheet').then(m => m.FilterSheet));

/** Of more filters than this the first ones stand in the bar, with those that are set; the others are one click away. */
const mostShown = 9;
const mostFirst = 7;

/** What the list is filtered by. On a small screen all but the first text fold into one button. */
export const FilterBar = () => {
  const meta = useResourceMeta();
  const { t, plural } = useWords();
  const { filterValues, setFilters } = useListContext();
  const narrow = useNarrow();
  const filterControl = useFilterControl();
  const [open, setOpen] = useState(false);
  const first = meta.filters.find(filter => filterControl(filter) === TextFilter);
  const offered = offeredFilters(meta.filters, filterValues, filter => t(filterLabel(meta, filter.name)));
  const isLong = offered.length > mostShown;
  const isSet = ({ name }: { name: string }) => filterValues[name] !== undefined;
  const wide = isLong ? offered.filter((filter, place) => place < mostFirst || isSet(filter)) : offered;
  const shown = narrow ? offered.filter(filter => filter === first) : wide;
  const set = meta.filters.filter(isSet);
  const folded = set.filter(filter => !shown.includes(filter)).length;
  const clear = () => setFilters(filterValues['deleted'] ? { deleted: true } : {}, undefined, false);
  return (
    <search className="filters" aria-label={t('panel.filter.label', { plural })} data-filters>
      {shown.map(filter => {
        const Control = filterControl(filter);
        const label = t(filterLabel(meta, filter.name));
        return (
          <Suspense key={filter.name} fallback={<FilterWaiting label={label} />}>
            <Control filter={filter} label={label} />
          </Suspense>
        );
      })}
      {!narrow && shown.length < offered.length && (
        <Button icon="filter" onClick={() => setOpen(true)}>
          {t('panel.filter.others')}
        </Button>
      )}
      {narrow && (
        <Button icon="filter" onClick={() => setOpen(true)} className={folded ? 'on' : ''}>
          {folded ? t('panel.filter.more', { count: folded }) : t('panel.filter.open')}
        </Button>
      )}
      {!narrow && set.length > 0 && (
        <Button look="ghost" onClick={clear}>
          {t('panel.filter.clear')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <FilterSheet onClose={() => setOpen(false)} onClear={clear} />
        </Suspense>
      )}
    </search>
  );
};
