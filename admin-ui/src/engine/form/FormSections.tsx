import { useTranslate } from 'ra-core';
import { fieldOf, sectionLabel, type ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import { FieldInput } from './FieldInput';
import { SectionTitle } from './SectionTitle';
import './form.css';

interface Props {
  meta: ResourceMeta;
  isNew: boolean;
}

/** The sections of a form as the metadata orders them. A new record shows only what can be set. */
export const FormSections = ({ meta, isNew }: Props) => {
  const t = useTranslate();
  const { inputs } = useOverride(meta.name);
  return meta.form.map(section => {
    const fields = section.fields
      .map(name => fieldOf(meta, name))
      .filter(field => field !== undefined)
      .filter(field => (isNew ? !field.readOnly : !(field.createOnly && field.writeOnly)));
    if (fields.length === 0) return null;
    const title = t(sectionLabel(meta, section.name));
    return (
      <section key={section.name} className="form-s" aria-labelledby={`section-${section.name}`}>
        <h3 id={`section-${section.name}`}>{title}</h3>
        <SectionTitle value={title}>
          <div className="g2">
            {fields.map(field => {
              const Input = inputs?.[field.name] ?? FieldInput;
              return <Input key={field.name} source={field.name} field={field} />;
            })}
          </div>
        </SectionTitle>
      </section>
    );
  });
};
