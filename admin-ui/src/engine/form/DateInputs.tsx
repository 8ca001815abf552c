import { Suspense } from 'react';
import { useLocaleState } from 'ra-core';
import { formatDate } from '../../format/format';
import { Line } from '../../ui/Line';
import { lazyPart, type LazyPart } from '../../ui/lazyPart';
import type { KindInputProps } from './KindInputProps';

interface Props {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  min?: string | undefined;
}

const Day = lazyPart<Props>(() => import('../../ui/DateInput').then(m => m.DateInput));
const Moment = lazyPart<Props>(() => import('../../ui/MomentInput').then(m => m.MomentInput));

/** Comes with its calendar when a form has such a field; until then the value is there to read. */
export const lazyInput = (Input: LazyPart<Props>): LazyPart<KindInputProps> => {
  const Lent = ({ label, value, onChange, min }: KindInputProps) => {
    const text = typeof value === 'string' && value !== '' ? value : null;
    return (
      <Suspense fallback={<Waiting value={text} />}>
        <Input label={label} value={text} onChange={onChange} min={min} />
      </Suspense>
    );
  };
  return Object.assign(Lent, { load: Input.load });
};

// It takes nothing: what one typed here would be gone when the input comes.
const Waiting = ({ value }: { value: string | null }) => {
  const [locale] = useLocaleState();
  const slotProps = { input: { readOnly: true, 'aria-busy': true } } as const;
  return <Line value={value ? formatDate(locale, value) : ''} slotProps={slotProps} />;
};

/** A day of a form. */
export const LazyDay = lazyInput(Day);

/** A moment of a form, by the reader's own clock. */
export const LazyMoment = lazyInput(Moment);
