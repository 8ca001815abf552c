import type { QuestionChoice } from '../../generated/answers';
import type { Question } from '../../generated/resources';

/** What an input for an answer needs to know of the question. */
export interface AnswerableQuestion {
  /** Tells the groups of several questions on one screen apart. */
  name: string;
  valueType: string | null;
  inputKind: string | null;
  options: readonly QuestionChoice[];
  validation: Question['validation'] | null | undefined;
  /** The client's, for amounts. */
  currency: string;
  isNeeded: boolean;
}

interface Amount {
  amount: number | string | null;
  currency: string;
  unit: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of an amount; those not given yet are what is usual. */
export const amountOf = (value: unknown, wanted: AnswerableQuestion): Amount => {
  const of = isObject(value) ? value : {};
  const { amount, currency, unit } = of;
  return {
    amount: typeof amount === 'number' || typeof amount === 'string' ? amount : null,
    currency: typeof currency === 'string' ? currency : (currenciesOf(wanted)[0] ?? ''),
    unit: typeof unit === 'string' ? unit : (unitsOf(wanted)[0] ?? ''),
  };
};

/** The currencies an amount may be in. */
export const currenciesOf = ({ validation, currency }: AnswerableQuestion): readonly string[] =>
  validation?.currencies?.length ? validation.currencies : [currency];

/** The units an amount may be for. */
export const unitsOf = ({ validation }: AnswerableQuestion): readonly string[] =>
  validation?.units?.length ? validation.units : ['Hr', 'Day'];

/** The first and the last day of a period. */
export const periodOf = (value: unknown) => {
  const { from, to } = isObject(value) ? value : {};
  return { start: typeof from === 'string' ? from : null, end: typeof to === 'string' ? to : null };
};
