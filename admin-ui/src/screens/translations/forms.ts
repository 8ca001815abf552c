import { formsOf } from '../../providers/plurals';

const end = '||||';

/** The forms of a text, without the room around their marks. */
export const splitForms = (text: string) => text.split(end).map(form => form.trim());

/** The text that forms make. */
export const joinForms = (forms: readonly string[]) => forms.join(` ${end} `);

/** Whether a text has forms, or is to have them because its source does. */
const hasForms = (text: string, source: string | undefined) => text.includes(end) || (source ?? '').includes(end);

/** How many forms a text has. */
export const formsIn = (text: string) => text.split(end).length;

/** Whether a text has other forms than its language asks for, or an empty one. */
export const lacksForms = (locale: string, text: string, source: string | undefined) =>
  hasOtherCount(locale, text, source) || hasEmptyForm(text);

/** Whether a text has more or fewer forms than its language asks for. */
export const hasOtherCount = (locale: string, text: string, source: string | undefined) =>
  hasForms(text, source) && formsIn(text) !== formsOf(locale).length;

/** Whether a text that has forms has an empty one. */
const hasEmptyForm = (text: string) => text.includes(end) && splitForms(text).includes('');

/** The fields a text is written in: one, or one for each form of its language. */
export const fieldsFor = (locale: string, text: string, source: string | undefined) => {
  if (!hasForms(text, source)) return [text];
  const forms = text === '' ? [] : splitForms(text);
  return formsOf(locale).map((_, at) => forms[at] ?? '');
};
