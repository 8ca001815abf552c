import { Suspense, useRef, useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { Icon } from '../../../ui/Icon';
import { formatDate } from '../../../format/format';
import { lazyPart } from '../../../ui/lazyPart';
import { useIdle } from '../useIdle';
import type { FilterProps } from './FilterProps';
import { useFilter } from './useFilter';
import './filters.css';

const DayPopover = lazyPart(() => import('../../../ui/DayPopover').then(m => m.DayPopover));

/** Filters by a day: typed or picked in the calendar, and shown as every day of the panel is. */
export const DateFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [value, set] = useFilter(filter.name);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  useIdle(DayPopover.load);
  const day = typeof value === 'string' ? value : null;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`f ${day ? 'on' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="l">{label}</span>{' '}
        <span className="v">{day ? formatDate(locale, day) : t('panel.filter.any')}</span>
        <Icon name="calendar" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <DayPopover
            anchor={anchor}
            label={label}
            value={day}
            onPick={picked => set(picked ?? undefined)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
