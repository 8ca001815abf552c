import { useTranslate } from 'ra-core';
import { nameFieldOf, type FieldMeta, type Kind } from '../../meta';
import type { InputProps } from '../overrideProps';
import type { Values } from './changes';
import { useFormState } from './FormContext';
import { useValueText } from './useValueText';
import './form.css';

/** Kinds whose inputs show more than a text does: files, pictures, code, several values in a frame. */
const drawn = new Set<Kind>(['file', 'image', 'html', 'code', 'json', 'object']);

/** Whether a value can be read as a text: of a reference where its name is known. */
export const isReadable = ({ kind, name }: FieldMeta, record: Values) =>
  !drawn.has(kind) &&
  ((kind !== 'ref' && kind !== 'staff') || !record[name] || typeof record[nameFieldOf(name)] === 'string');

/** A field of a record that cannot be edited, as text. */
export const ReadValue = ({ source, field }: InputProps) => {
  const t = useTranslate();
  const write = useValueText();
  const { base, labelOf } = useFormState();
  return (
    <dl className="form-read">
      <dt>{t(labelOf(source))}</dt>
      <dd>{write(field, base[source], base) || '–'}</dd>
    </dl>
  );
};
