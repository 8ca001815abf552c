import { useState } from 'react';
import { changedFields, payloadOf, type Values } from '../../engine/form/changes';
import { useFormStart, useStoreDraft } from '../../engine/form/useDraft';
import { HttpError } from '../../providers/httpError';
import type { StaffForm } from './calls';
import { withGrantedTerms } from './rights';

const names = ['email', 'firstName', 'lastName', 'locale', 'roles', 'scopes', 'terms', 'status'];

// the record and the inputs hold nothing else; a draft may be older than a field
const asForm = (values: Values) => ({ terms: [], ...values }) as unknown as StaffForm;

/** A form over an account, or over a blank one: what it holds, what differs, and what the service says against it. */
export const useAccountForm = (record: StaffForm, id: string, error: Error | null) => {
  const { draft, restored, start, forget } = useFormStart({ ...record } as Values, { resource: 'admin', id });
  const [base, setBase] = useState<Values>(start.base);
  const [values, setValues] = useState<Values>(start.values);
  const changed = changedFields(base, values, names);
  useStoreDraft(draft, { base, values, changed });
  const wrong = error instanceof HttpError ? error : undefined;
  return {
    values: asForm(values),
    changed,
    payload: payloadOf(values, changed) as Partial<StaffForm>,
    restoredAt: restored?.at,
    set: (part: Partial<StaffForm>) => setValues(old => ({ ...withGrantedTerms({ ...asForm(old), ...part }) })),
    /** What the service says against a field: the key of its text and the bounds. */
    wrongOf: (name: string) => wrong?.sayingOf(name),
    drop: () => draft.drop(),
    startAgain: (from: object) => {
      draft.drop();
      forget();
      setBase({ ...from });
      setValues({ ...from });
    },
    /** Goes on from what somebody else has stored, with one's own changes on top. */
    rebase: (theirs: object) => {
      setBase({ ...theirs });
      setValues(old => ({ ...theirs, ...Object.fromEntries(changed.map(name => [name, old[name]])) }));
    },
  };
};

/** What the inputs need of the form. */
export type AccountForm = ReturnType<typeof useAccountForm>;
