import type { Application } from '../../generated/resources';

const suffixes: Record<string, string> = { Hr: 'HR', Day: 'DAY', Week: 'WEEK', Mo: 'MONTH', Yr: 'YEAR', Pr: 'PROJECT' };

/** The key of what follows an amount: "/ h". */
export const unitSuffix = (unit: NonNullable<Application['rateUnit']>) => `rate.unit.${suffixes[unit]}`;
