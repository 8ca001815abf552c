import { InputDialog } from '../../engine/form/InputDialog';
import type { DialogProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';
import { useResourceMeta } from '../../meta';
import { NewEndInput } from './NewEndInput';

const inputs = { assignmentPeriodEnd: NewEndInput };

/** Extends a project, whose present end stands with the input. */
export const ExtendDialog = ({ record, onClose, onDone }: DialogProps<Project>) => {
  const action = useResourceMeta('project').actions?.find(({ name }) => name === 'extend');
  const done = (saved?: Record<string, unknown>) => onDone(saved as Project | undefined); // as the service answers it
  return (
    action && <InputDialog action={action} inputs={inputs} record={{ ...record }} onClose={onClose} onDone={done} />
  );
};
