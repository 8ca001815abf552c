import { useTranslate } from 'ra-core';
import { fieldOf, sectionLabel, type FieldMeta, type ResourceMeta } from '../../meta';
import { Deferred } from '../../ui/Deferred';
import { FormField } from './FormField';
import { FormWaiting } from './FormWaiting';
import { SectionTitle } from './SectionTitle';
import './form.css';

interface Props {
  meta: ResourceMeta;
  isNew: boolean;
}

/** The sections of a form as the metadata orders them. A new record shows only what can be set. */
export const FormSections = ({ meta, isNew }: Props) => {
  const isShown = (field: FieldMeta) => (isNew ? !field.readOnly : !(field.createOnly && field.writeOnly));
  const sections = meta.form
    .map(({ name, fields }) => ({ name, fields: fields.flatMap(field => fieldOf(meta, field) ?? []).filter(isShown) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <Deferred waiting={<FormWaiting />}>
      {sections.map(section => (
        <Section key={section.name} meta={meta} {...section} />
      ))}
    </Deferred>
  );
};

interface SectionProps {
  meta: ResourceMeta;
  name: string;
  fields: FieldMeta[];
}

const Section = ({ meta, name, fields }: SectionProps) => {
  const t = useTranslate();
  const title = t(sectionLabel(meta, name));
  return (
    <section className="form-s" aria-labelledby={`section-${name}`}>
      <h3 id={`section-${name}`}>{title}</h3>
      <SectionTitle value={title}>
        <div className="g2">
          {fields.map(field => (
            <FormField key={field.name} field={field} />
          ))}
        </div>
      </SectionTitle>
    </section>
  );
};
