import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { FieldInput } from '../../../engine/form/FieldInput';
import { useFormState } from '../../../engine/form/FormContext';
import { MappingValue } from '../MappingValue';
import { lookupsOf } from './lookups';

/** The tables that lookup() reads, beside the rules that name them; one without entries, or that was refused, is in sight. */
export const LookupsPart = () => {
  const t = useTranslate();
  const { meta, values, errors, isReadOnly } = useFormState();
  const Body = isReadOnly ? MappingValue : FieldInput;
  const [isWanted, want] = useState<boolean>();
  const field = meta.fields.find(({ name }) => name === 'lookups');
  if (!field) return null;
  const tables = Object.entries(lookupsOf(values['lookups']));
  const isRefused = Object.keys(errors).some(path => path.startsWith('lookups'));
  const isOpen = isRefused || (isWanted ?? tables.some(([, entries]) => Object.keys(entries).length === 0));
  return (
    <details className="vms-group st-lookups" open={isOpen} onToggle={({ currentTarget }) => want(currentTarget.open)}>
      <summary>
        {t('panel.vms.studio.lookups', { smart_count: tables.length })}{' '}
        <span className="t2">{tables.map(([name]) => name).join(', ')}</span>
      </summary>
      {isOpen && <Body source="lookups" field={field} />}
    </details>
  );
};
