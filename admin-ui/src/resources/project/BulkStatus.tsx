import { FieldInput } from '../../engine/form/FieldInput';
import { statusAction, useResourceMeta } from '../../engine/meta';

const asked = ['status', 'reason', 'comment'];

/** What many projects are asked for when their status changes; putting applications back is decided one by one. */
export const BulkStatus = () => {
  const input = statusAction(useResourceMeta())?.input ?? [];
  return input
    .filter(field => asked.includes(field.name))
    .map(field => <FieldInput key={field.name} source={field.name} field={field} />);
};
