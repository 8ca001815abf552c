import { later } from '../engine/later';

const FormulaInput = later(() => import('./project/inputs').then(m => m.FormulaInput));

/** The editor of the two rate formulas, for everything that has them. */
export const formulas = { payRateFormula: FormulaInput, billRateFormula: FormulaInput };
