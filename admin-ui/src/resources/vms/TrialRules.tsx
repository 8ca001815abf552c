import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { SectionTitle } from '../../engine/form/SectionTitle';
import { fieldOf, sectionLabel } from '../../meta';

/** The rules and lookups of the mapping at hand, to be edited beside what comes of them. */
export const TrialRules = () => {
  const t = useTranslate();
  const { meta } = useFormState();
  const title = t(sectionLabel(meta, 'rules'));
  return (
    <section aria-label={title}>
      <SectionTitle value={title}>
        <div className="g2">
          {['rules', 'lookups'].map(name => {
            const field = fieldOf(meta, name);
            return field && <FieldInput key={name} source={name} field={field} />;
          })}
        </div>
      </SectionTitle>
    </section>
  );
};
