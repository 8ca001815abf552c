import { lazy } from 'react';

const FormulaInput = lazy(() => import('./project/inputs').then(m => ({ default: m.FormulaInput })));

/** The editor of the two rate formulas, for everything that has them. */
export const formulas = { payRateFormula: FormulaInput, billRateFormula: FormulaInput };
