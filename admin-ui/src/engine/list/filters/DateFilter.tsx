import { Suspense, useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { Icon } from '../../../pieces/Icon';
import { formatDate } from '../../format';
import { later } from '../../later';
import { useIdle } from '../useIdle';
import type { FilterProps } from './FilterProps';
import { useFilter } from './useFilter';
import './filters.css';

const DateModal = later(() => import('../../../pieces/DateModal').then(m => m.DateModal));

/** Filters by a day: typed or picked in the calendar, and shown as every day of the panel is. */
export const DateFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [value, set] = useFilter(filter.name);
  const [open, setOpen] = useState(false);
  useIdle(DateModal.load);
  const day = typeof value === 'string' ? value : null;
  return (
    <>
      <button
        type="button"
        className={`f ${day ? 'on' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className="l">{label}</span>{' '}
        <span className="v">{day ? formatDate(locale, day) : t('panel.filter.any')}</span>
        <Icon name="calendar" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <DateModal
            title={label}
            value={{ start: day, end: null }}
            onClose={() => setOpen(false)}
            onPick={days => {
              set(days.start ?? undefined);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
