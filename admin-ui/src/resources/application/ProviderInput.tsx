import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { enumText, useMeta } from '../../meta';
import type { InputProps } from '../../engine/overrideProps';
import { Select } from '../../ui/Select';

/** Who stands behind an application; without an MSP there is none to name. */
export const ProviderInput = (props: InputProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const { values, set } = useFormState();
  const kind = values['providerKind'];
  const choices = ['freelancer', 'msp'].map(value => ({ value, label: t(enumText(meta, 'providerKind', value)) }));
  return (
    <FieldInput {...props}>
      <Select
        value={typeof kind === 'string' ? kind : 'freelancer'}
        choices={choices}
        onChange={value => {
          set('providerKind', value);
          if (value !== 'msp') set('mspId', null);
        }}
      />
    </FieldInput>
  );
};
