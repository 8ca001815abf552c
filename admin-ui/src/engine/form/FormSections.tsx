import { useTranslate } from 'ra-core';
import { fieldOf, sectionLabel, type FieldMeta, type ResourceMeta } from '../../meta';
import { AfterPaint } from '../../ui/AfterPaint';
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
  const [above, below] = splitInSight(sections);
  return (
    <Deferred waiting={<FormWaiting />}>
      <Sections meta={meta} sections={above} />
      <AfterPaint>
        <Sections meta={meta} sections={below} />
      </AfterPaint>
    </Deferred>
  );
};

interface SectionFields {
  name: string;
  fields: FieldMeta[];
}

const inSight = 10; // fields that a dialog shows without scrolling

/** The sections that are in sight when a form opens, and those that are drawn after them. */
const splitInSight = (sections: SectionFields[]) => {
  let [end, count] = [0, 0];
  while (end < sections.length && count < inSight) {
    count += sections[end]?.fields.length ?? 0;
    end += 1;
  }
  return [sections.slice(0, end), sections.slice(end)];
};

const Sections = ({ meta, sections }: { meta: ResourceMeta; sections: SectionFields[] | undefined }) =>
  sections?.map(section => <Section key={section.name} meta={meta} {...section} />);

interface SectionProps extends SectionFields {
  meta: ResourceMeta;
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
