import type { LineError } from '../../ui/codeProps';
import { HttpError } from '../../providers/httpError';
import type { Key, Pair } from './calls';
import { unreadableAt } from './unreadable';

type Say = (key: string, params?: Record<string, unknown>) => string;

const lineOf = (text: string, position: unknown) =>
  typeof position === 'number' ? [...text].slice(0, position).join('').split('\n').length : 1;

/** The name that was meant most likely, and the formula with it in the place of the unknown one. */
interface Suggestion {
  name: string;
  formula: string;
}

/** Something wrong with a formula; the name that was meant, where that is known. */
export interface FormulaError extends LineError {
  suggestion?: Suggestion;
}

const suggestionOf = (text: string, params: Record<string, unknown>): Suggestion | undefined => {
  const { suggestion, name, position } = params;
  if (typeof suggestion !== 'string' || typeof name !== 'string' || typeof position !== 'number') return undefined;
  const letters = [...text];
  letters.splice(position, [...name].length, suggestion);
  return { name: suggestion, formula: letters.join('') };
};

/** What the service has found wrong with one formula, by lines. */
const linesOf = (error: unknown, field: string, text: string, say: Say): FormulaError[] => {
  if (!(error instanceof HttpError)) return [];
  return (error.fieldErrors[field] ?? []).map(key => {
    const params = error.params[field]?.[key] ?? {};
    const unread = params['code'] === 'E_SYNTAX' ? unreadableAt(text, params['position']) : undefined;
    const suggestion = suggestionOf(
      text,
      unread ? { ...params, name: unread.text, suggestion: unread.intended } : params,
    );
    const texts = say(key, params);
    const message = unread ? `${texts} ${say('panel.formulas.unread', { name: unread.text })}` : texts;
    const line = lineOf(text, params['position']);
    return suggestion
      ? { line, message: `${message} ${say('panel.formulas.meant', { name: suggestion.name })}`, suggestion }
      : { line, message };
  });
};

/**
 * What stands at an editor: what the check before saving has found, and what the preview has run into, but only where somebody
 * has written something: an application may lack what a formula that nobody touches needs.
 */
export const errorsAt = (
  field: Key,
  { text, stored }: { text: string; stored: string },
  { checked, trouble }: { checked: unknown; trouble: { key: Key; cause: HttpError } | undefined },
  say: Say,
): FormulaError[] => {
  const found = linesOf(checked, field, text, say);
  if (found.length > 0 || trouble?.key !== field || text === stored || text.trim() === '') return found;
  return linesOf(trouble.cause, 'formula', text, say);
};

/** The records whose formulas would use each other, by name. */
export const cyclicOf = (error: unknown) => {
  if (!(error instanceof HttpError) || !Array.isArray(error.details['records'])) return [];
  return error.details['records'].map((record: { name?: unknown }) => String(record.name ?? ''));
};

/** Whether the refusal is about the formulas themselves, which the editors show. */
export const isAboutFormulas = (error: unknown) =>
  error instanceof HttpError && Object.keys(error.fieldErrors).some(name => name.endsWith('Formula'));

/** The formulas in force while these stand in the editors. */
export const inForce = (draft: Pair, inherited: Pair): Pair => ({
  payRateFormula: draft.payRateFormula.trim() || inherited.payRateFormula,
  billRateFormula: draft.billRateFormula.trim() || inherited.billRateFormula,
});

/** Of the two, the one that is computed first: it does not use the other. */
export const orderOf = (pair: Pair): readonly [Key, Key] =>
  /\bbillRate\b/.test(pair.payRateFormula)
    ? ['billRateFormula', 'payRateFormula']
    : ['payRateFormula', 'billRateFormula'];
