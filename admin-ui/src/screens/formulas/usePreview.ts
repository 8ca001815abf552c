import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HttpError } from '../../providers/httpError';
import { type Key, keys, type Pair, previewRate, readSamples } from './calls';
import { orderOf } from './wrong';
import type { RateSample } from '../../generated/answers';

/** What an application's rates would be. */
export interface Row {
  sample: RateSample;
  rates: Partial<Record<Key, number | null>>;
  /** Why the one that is missing is missing. */
  error?: { key: Key; cause: HttpError };
}

const restMs = 400;
const rateOf = { payRateFormula: 'payRate', billRateFormula: 'billRate' } as const;

/** The text once typing rests. */
const useRested = (pair: Pair) => {
  const [rested, setRested] = useState(pair);
  const { payRateFormula, billRateFormula } = pair;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ payRateFormula, billRateFormula }), restMs);
    return () => clearTimeout(timer);
  }, [payRateFormula, billRateFormula]);
  return rested;
};

const computed = async (sample: RateSample, pair: Pair, signal: AbortSignal, known?: Row['error']): Promise<Row> => {
  const row: Row = { sample, rates: {} };
  const inputs: RateSample['inputs'] = { ...sample.inputs, payRate: null, billRate: null };
  for (const key of orderOf(pair)) {
    if (known?.key === key) return { ...row, error: known };
    try {
      const value = await previewRate({ formula: pair[key], key: rateOf[key], sample, inputs }, signal);
      row.rates[key] = value;
      inputs[rateOf[key]] = value;
    } catch (cause) {
      if (!(cause instanceof HttpError) || cause.status !== 422) throw cause;
      return { ...row, error: { key, cause } };
    }
  }
  return row;
};

const unreadable = ['E_SYNTAX', 'E_UNKNOWN_VARIABLE'];

/** All samples, each with rates of its own; a formula that cannot even be read is asked about once. */
export const previewOf = async (samples: readonly RateSample[], pair: Pair, signal: AbortSignal) => {
  const [first, ...rest] = samples;
  if (!first) return [];
  const tried = await computed(first, pair, signal);
  const known = unreadable.includes(String(tried.error?.cause.details['code'])) ? tried.error : undefined;
  return [tried, ...(await Promise.all(rest.map(sample => computed(sample, pair, signal, known))))];
};

const numbers = [
  ...[
    'talentRate',
    'payRate',
    'billRate',
    'rateMin',
    'rateMax',
    'hoursPerWeek',
    'hoursPerDay',
    'daysPerWeek',
    'positions',
  ],
  ...['markupPct', 'marginPct', 'mspFeePct', 'vmsFeePct', 'platformFeePct', 'vmsFee', 'tier'],
];

/** Something that has every value, so that only what cannot be read is refused. */
const example: RateSample = {
  applicationId: 0,
  handle: '',
  currency: 'EUR',
  unit: 'Hr',
  inputs: { ...Object.fromEntries(numbers.map(name => [name, 10])), isMsp: false },
};

/** What keeps one of these formulas from being read at all: asked for where no application says so. */
export const firstUnreadable = async (written: Partial<Pair>, signal: AbortSignal): Promise<Row['error']> => {
  for (const key of keys) {
    const formula = written[key];
    if (!formula?.trim()) continue;
    try {
      await previewRate({ formula, key: rateOf[key], sample: example, inputs: example.inputs }, signal);
    } catch (cause) {
      if (!(cause instanceof HttpError) || cause.status !== 422) throw cause;
      if (unreadable.includes(String(cause.details['code']))) return { key, cause };
    }
  }
  return undefined;
};

/** The rates of the client's latest open applications under the formulas, as the service computes them. */
export const usePreview = (clientId: number | null, pair: Pair, changed: Pair) => {
  const rested = useRested(pair);
  const samples = useQuery({
    queryKey: ['rateSamples', clientId],
    queryFn: ({ signal }) => readSamples(clientId ?? 0, signal),
    enabled: clientId !== null,
    retry: false,
  });
  const list = samples.data;
  const rows = useQuery({
    queryKey: ['ratePreview', list, rested],
    queryFn: ({ signal }) => previewOf(list ?? [], rested, signal),
    enabled: list !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const written = useRested(changed);
  const reading = useQuery({
    queryKey: ['rateReading', written],
    queryFn: async ({ signal }) => (await firstUnreadable(written, signal)) ?? null,
    enabled: Object.values(written).some(Boolean) && (clientId === null || list?.length === 0),
    retry: false,
  });
  return {
    /** What is wrong with a formula, as far as it has been tried. */
    trouble: rows.data?.find(row => row.error)?.error ?? reading.data ?? undefined,
    rows: rows.data,
    error: samples.error ?? rows.error,
    retry: () => void (samples.error ? samples.refetch() : rows.refetch()),
    isBusy:
      rows.isFetching ||
      rested.payRateFormula !== pair.payRateFormula ||
      rested.billRateFormula !== pair.billRateFormula,
  };
};
