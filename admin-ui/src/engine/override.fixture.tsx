import { LinkBase, useListContext, useParams } from 'ra-core';
import { fieldOf } from '../meta';
import { useFormState } from './form/FormContext';
import { FormField } from './form/FormField';
import type { AnyOverride } from './override';
import type { FormProps, InputProps, ViewProps } from './overrideProps';
import { useRecordPath } from './useRecordPath';

// The code of docs/screens.md, which a test compares with this file, and override.test.tsx runs.

/** The rows of the list as pictures with a name. */
export const Gallery = () => {
  const { data = [] } = useListContext();
  const path = useRecordPath();
  return (
    <ul aria-label="Gallery">
      {data.map(({ id, name }) => (
        <li key={id}>
          <LinkBase to={path(id)}>{name}</LinkBase>
        </li>
      ))}
    </ul>
  );
};

/** What the filters of the list leave, by quays. */
export const Quays = ({ filter, sort }: ViewProps) => (
  <section aria-label="Quays">
    {String(filter['name'] ?? 'all')} by {sort}
  </section>
);

/** Two inputs in an order of their own, with a sentence that depends on a value. */
export const Papers = ({ meta, isNew }: FormProps) => {
  const { values } = useFormState();
  return (
    <fieldset>
      <legend>{isNew ? 'A new boat' : `The papers of ${String(values['name'])}`}</legend>
      {['harbour', 'name'].map(name => {
        const field = fieldOf(meta, name);
        return field && <FormField key={name} field={field} />;
      })}
    </fieldset>
  );
};

/** An input that knows the harbours by their buttons. */
export const HarbourInput = ({ source }: InputProps) => {
  const { values, set } = useFormState();
  return ['Kiel', 'Bremen'].map(harbour => (
    <button key={harbour} type="button" aria-pressed={values[source] === harbour} onClick={() => set(source, harbour)}>
      {harbour}
    </button>
  ));
};

/** A page over the list: /boats/list/race/3,2. */
export const Race = () => {
  const { ids = '' } = useParams<{ ids?: string }>();
  return <section aria-label="Race">Boats {ids.split(',').join(' and ')}</section>;
};

/** What a boat replaces; the rest is drawn from the metadata. */
export const boat: AnyOverride = {
  List: Gallery,
  Board: Quays,
  Form: Papers,
  inputs: { harbour: HarbourInput },
  pages: [{ path: 'race/:ids', Page: Race }],
};
