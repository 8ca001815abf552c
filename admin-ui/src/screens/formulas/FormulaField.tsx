import { useTranslate } from 'ra-core';
import { CodeEditor } from '../../ui/CodeEditor';
import { Field } from '../../ui/Field';
import { LinkButton } from '../../ui/LinkButton';
import type { InForce, Key } from './calls';
import type { FormulaError } from './wrong';

interface Props {
  name: Key;
  value: string;
  inherited: InForce;
  /** Nothing stands above the record: what it inherits comes with the product. */
  isTop: boolean;
  isChanged: boolean;
  isReadOnly: boolean;
  errors: readonly FormulaError[];
  onChange: (text: string) => void;
}

/** One formula in its editor, with where it comes from while there is none. */
export const FormulaField = ({ name, value, inherited, isTop, onChange, errors, ...state }: Props) => {
  const t = useTranslate();
  const suggestion = errors.find(error => error.suggestion)?.suggestion;
  const from = t(`enum.rateScope.${inherited.from[name]}`);
  return (
    <>
      <Field label={t(`panel.formulas.${name}`)} hint={t(`panel.formulas.hint.${name}`)} isWide {...state}>
        <CodeEditor mode="formula" value={value} errors={errors} onChange={onChange} />
      </Field>
      {suggestion && !state.isReadOnly && (
        <p className="fml-suggestion">
          <LinkButton onClick={() => onChange(suggestion.formula)}>
            {t('panel.formulas.use', { name: suggestion.name })}
          </LinkButton>
        </p>
      )}
      {value === '' && (
        <p className="fml-inherited t2 s13">
          {t(isTop ? 'panel.formulas.builtIn' : 'panel.formulas.inherited', { from })} <code>{inherited[name]}</code>
        </p>
      )}
    </>
  );
};
