import { FieldInput } from '../../form/FieldInput';
import { FormScope } from '../../form/FormScope';
import { isRestoreInput } from '../../form/statusAnswers';
import { useResourceMeta } from '../../../meta';
import type { ActionMeta } from '../../../meta';
import { useOverride } from '../../override';
import type { Id } from '../useSelection';
import type { useBulkInput } from './useBulkInput';

interface Props {
  action: ActionMeta;
  input: ReturnType<typeof useBulkInput>;
  /** The chosen records; undefined when they are all that match. */
  ids: Id[] | undefined;
  /** Some of them need a reason that nobody has given yet. */
  wantsReason: boolean;
}

/** The input of an action on many records. */
export const BulkForm = ({ action, input, ids, wantsReason }: Props) => {
  const Own = useOverride(useResourceMeta().name).bulk?.[action.name];
  return (
    <div className="bulk-form">
      <FormScope value={input.state}>
        {Own ? (
          <Own ids={ids} wantsReason={wantsReason} />
        ) : (
          input.fields
            .filter(({ name }) => !isRestoreInput(name))
            .map(field => <FieldInput key={field.name} source={field.name} field={field} />)
        )}
      </FormScope>
    </div>
  );
};
