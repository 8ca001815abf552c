/** One step of a rate: what was computed how. */
export interface RateStep {
  key: string;
  expr: string;
  value: number | null;
  exact?: string;
}

/** How a rate came about, as the application keeps it. */
export interface Breakdown {
  currency: string;
  unit: string;
  formulaVersionId: number | null;
  inputs: Record<string, unknown>;
  steps: RateStep[];
  /** The rates that somebody set by hand, which no formula decides any more. */
  byHand: string[];
  warnings: { code: string; key?: string; name?: string; min?: number; max?: number }[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isStep = (value: unknown): value is RateStep => isObject(value) && typeof value['key'] === 'string';

const isWarning = (value: unknown): value is Breakdown['warnings'][number] =>
  isObject(value) && typeof value['code'] === 'string';

const listOf = <T>(value: unknown, is: (one: unknown) => one is T) => (Array.isArray(value) ? value.filter(is) : []);

/** Reads a stored breakdown; undefined when there is none yet. */
export const breakdownOf = (stored: unknown): Breakdown | undefined => {
  if (!isObject(stored) || !Array.isArray(stored['steps'])) return undefined;
  const { currency, unit, formulaVersionId, inputs } = stored;
  return {
    currency: typeof currency === 'string' ? currency : '',
    unit: typeof unit === 'string' ? unit : '',
    formulaVersionId: typeof formulaVersionId === 'number' ? formulaVersionId : null,
    inputs: isObject(inputs) ? inputs : {},
    steps: listOf(stored['steps'], isStep),
    byHand: listOf(stored['byHand'], (one): one is string => typeof one === 'string'),
    warnings: listOf(stored['warnings'], isWarning),
  };
};
