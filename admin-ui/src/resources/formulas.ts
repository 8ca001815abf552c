import { lazyPart } from '../ui/lazyPart';

const FormulaInput = lazyPart(() => import('./project/inputs').then(m => m.FormulaInput));

/** The editor of the two rate formulas, for everything that has them. */
export const formulas = { payRateFormula: FormulaInput, billRateFormula: FormulaInput };
