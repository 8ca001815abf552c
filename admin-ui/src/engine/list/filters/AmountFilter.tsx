import { Suspense, useRef, useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { formatMoney } from '../../../ui/money';
import { Icon } from '../../../ui/Icon';
import { lazyPart } from '../../../ui/lazyPart';
import type { FilterProps } from './FilterProps';
import { useFilter } from './useFilter';
import './filters.css';

const AmountPopup = lazyPart(() => import('./AmountPopup').then(m => m.AmountPopup));

/** Filters by an amount with its currency. The value is written as the service reads it: "95 EUR". */
export const AmountFilter = ({ filter, label }: FilterProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [value, set] = useFilter(filter.name);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [amount = '', currency = ''] = typeof value === 'string' ? value.split(' ') : [];
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`f ${amount ? 'on' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="l">{label}</span>{' '}
        <span className="v">{amount ? formatMoney(locale, Number(amount), currency) : t('panel.filter.any')}</span>
        <Icon name="down" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <AmountPopup
            anchor={anchor}
            label={label}
            amount={amount ? Number(amount) : null}
            currency={currency || null}
            onChoose={chosen => {
              set(chosen);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
