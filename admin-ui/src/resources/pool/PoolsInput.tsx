import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { fieldOf } from '../../meta';
import { PoolsSelect } from '../../ui/PoolsSelect';

const isId = (value: unknown) => typeof value === 'number';

/** The pools a record names: those of its client, where it has one. */
export const PoolsInput = (props: InputProps) => {
  const { meta, values, set } = useFormState();
  const client = values['clientId'];
  const own = isId(client) ? client : null;
  const ids = values[props.field.name];
  return (
    <FieldInput {...props}>
      <PoolsSelect
        clientId={fieldOf(meta, 'clientId') ? own : undefined}
        value={Array.isArray(ids) ? ids.filter(isId) : []}
        onChange={next => set(props.field.name, next)}
      />
    </FieldInput>
  );
};
