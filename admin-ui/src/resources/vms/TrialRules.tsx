import { useTranslate } from 'ra-core';
import { FormContext, useFormState } from '../../engine/form/FormContext';
import { SectionTitle } from '../../engine/form/SectionTitle';
import { fieldOf, sectionLabel } from '../../meta';
import { MappingInput } from './MappingInput';
import { errorsOf, useProblemText } from './useProblemText';
import type { Problem } from './useTrial';

interface Props {
  /** What the trial found to be wrong with the rules. */
  problems: readonly Problem[];
}

/** The rules and lookups of the mapping at hand, beside what comes of them; what is wrong stands at its rule. */
export const TrialRules = ({ problems }: Props) => {
  const t = useTranslate();
  const say = useProblemText();
  const form = useFormState();
  const { meta } = form;
  const title = t(sectionLabel(meta, 'rules'));
  return (
    <section aria-label={title}>
      <SectionTitle value={title}>
        <div className="g2">
          <FormContext value={{ ...form, errors: { ...errorsOf(problems, say), ...form.errors } }}>
            {['rules', 'lookups'].map(name => {
              const field = fieldOf(meta, name);
              return field && <MappingInput key={name} source={name} field={field} />;
            })}
          </FormContext>
        </div>
      </SectionTitle>
    </section>
  );
};
