import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { idempotencyKeys } from '../../form/idempotencyKeys';
import { useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useListChanged } from '../../useRecordSaved';
import { useListUi } from '../ListUi';
import type { Id } from '../useSelection';
import { runBulk } from './bulk';
import type { Outcome } from './bulk';

/** An action over a few chosen rows: first what it would do, then doing it, then what became of each. */
export const useBulk = (action: ActionMeta, input: Record<string, unknown>, isComplete: boolean) => {
  const meta = useResourceMeta();
  const { selection } = useListUi();
  const [ids] = useState(() => [...selection.ids]);
  const [keyFor, setKeys] = useState(idempotencyKeys);
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const askAgain = useListChanged();
  const plan = useQuery({
    queryKey: ['bulk', meta.name, action.name, ids, input],
    queryFn: ({ signal }) => runBulk(ids, { meta, action, input, dryRun: true }, signal),
    enabled: isComplete && outcomes === undefined,
    gcTime: 0,
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: (wanted: Id[]) =>
      runBulk(wanted, { meta, action, input, dryRun: false, key: keyFor(JSON.stringify([wanted, input])) }),
    onSuccess: done => {
      setKeys(idempotencyKeys); // what was answered is done: the same once more is another call
      const before = outcomes ?? plan.data?.filter(each => !each.allowed) ?? []; // what was blocked is not asked for
      const all = [...before.filter(each => !done.some(({ id }) => id === each.id)), ...done];
      setOutcomes(all);
      selection.keep(all.filter(each => !each.allowed).map(each => each.id));
    },
    onSettled: askAgain,
  });
  return { ids, plan, run, outcomes };
};
