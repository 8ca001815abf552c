import type { ResourceMeta } from '../../meta';
import { withAmounts } from './amounts';
import { payloadOf } from './changes';
import type { RecordForm } from './useRecordForm';

/** What is changed in the form as a change that takes effect later, where the records have such. */
export const planOf = (meta: ResourceMeta, id: string, form: RecordForm, leave: () => void) =>
  meta.planned
    ? {
        call: {
          method: 'PUT' as const,
          path: `${meta.path}/${id}`,
          body: payloadOf(form.values, withAmounts(meta.fields, form.changed, form.values)),
          version: form.base['version'],
        },
        onPlanned: () => {
          form.dropDraft();
          leave();
        },
      }
    : undefined;
