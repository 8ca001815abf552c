import { FieldInput } from '../../form/FieldInput';
import { FormScope } from '../../form/FormScope';
import { statusAction, useResourceMeta } from '../../../meta';
import type { ActionMeta } from '../../../meta';
import { useOverride } from '../../override';
import { BulkStatusInputs } from './BulkStatusInputs';
import type { useBulkInput } from './useBulkInput';

interface Props {
  action: ActionMeta;
  input: ReturnType<typeof useBulkInput>;
  /** Some of them need a reason that nobody has given yet. */
  wantsReason: boolean;
}

/** The input of an action on many records. */
export const BulkForm = ({ action, input, wantsReason }: Props) => {
  const meta = useResourceMeta();
  const stock = statusAction(meta)?.name === action.name ? BulkStatusInputs : undefined;
  const Inputs = useOverride(meta.name).bulk?.[action.name] ?? stock;
  return (
    <div className="bulk-form">
      <FormScope value={input.state}>
        {Inputs ? (
          <Inputs wantsReason={wantsReason} />
        ) : (
          input.fields.map(field => <FieldInput key={field.name} source={field.name} field={field} />)
        )}
      </FormScope>
    </div>
  );
};
