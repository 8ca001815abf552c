import type { Ref } from 'react';
import { useTranslate } from 'ra-core';
import { examplesOf, formsOf } from '../../providers/plurals';

interface Props {
  locale: string;
  label: string;
  isInvalid: boolean;
  /** One text, or one for each form of the language. */
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The first field. */
  ref: Ref<HTMLTextAreaElement>;
}

/** The fields of a text: one, or one per form, each headed by numbers that take it. */
export const FormFields = ({ locale, label, isInvalid, values, onChange, ref }: Props) => {
  const t = useTranslate();
  const forms = formsOf(locale);
  const nameOf = (at: number) => {
    const examples = examplesOf(locale, at).join(', ');
    return t(examples ? 'panel.texts.form' : 'panel.texts.formOnly', { form: forms[at], examples });
  };
  return values.map((value, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a form is its place
    <label key={at} className="tx-form-field">
      {values.length > 1 && <span className="s12 t2">{nameOf(at)}</span>}
      <textarea
        {...(at === 0 && { ref })}
        // biome-ignore lint/a11y/noAutofocus: it opens where one asked to write
        autoFocus={at === 0}
        className={`in ${isInvalid ? 'err' : ''}`}
        aria-label={values.length > 1 ? `${label}, ${nameOf(at)}` : label}
        aria-describedby="tx-below"
        aria-invalid={isInvalid}
        lang={locale}
        dir="auto"
        rows={Math.min(8, Math.max(values.length > 1 ? 1 : 2, Math.ceil(value.length / 28), value.split('\n').length))}
        value={value}
        onChange={event => onChange(values.map((old, i) => (i === at ? event.target.value : old)))}
      />
    </label>
  ));
};
