import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useResourceMeta } from '../../meta';
import type { ActionMeta } from '../../meta';
import { useListChanged } from '../../useRecordSaved';
import { useListUi } from '../ListUi';
import type { Id } from '../useSelection';
import { idsOf, runBulk } from './bulk';
import type { Outcome } from './bulk';

/** An action over the chosen rows: first what it would do, then doing it, then what became of each. */
export const useBulk = (action: ActionMeta, input: Record<string, unknown>, isComplete: boolean) => {
  const meta = useResourceMeta();
  const { filterValues } = useListContext();
  const { selection } = useListUi();
  const [chosen] = useState(selection);
  const [progress, setProgress] = useState(0);
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const stop = useRef(new AbortController());
  const askAgain = useListChanged();
  const ids = useQuery({
    queryKey: ['bulk', meta.name, 'ids', chosen.everything ? filterValues : [...chosen.ids]],
    queryFn: ({ signal }): Promise<Id[]> =>
      chosen.everything ? idsOf(meta, filterValues, signal) : Promise.resolve([...chosen.ids]),
    gcTime: 0,
  });
  const plan = useQuery({
    queryKey: ['bulk', meta.name, action.name, ids.data, input],
    queryFn: ({ signal }) =>
      runBulk({ meta, action, ids: ids.data ?? [], input, dryRun: true }, signal, () => undefined),
    enabled: isComplete && ids.data !== undefined && outcomes === undefined,
    gcTime: 0,
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: (wanted: Id[]) => {
      setProgress(0);
      return runBulk({ meta, action, ids: wanted, input, dryRun: false }, stop.current.signal, setProgress);
    },
    onSuccess: done => {
      const before = outcomes ?? plan.data?.filter(each => !each.allowed) ?? []; // what was blocked is not asked for
      const all = [...before.filter(each => !done.some(({ id }) => id === each.id)), ...done];
      setOutcomes(all);
      selection.keep(all.filter(each => !each.allowed).map(each => each.id));
    },
    onSettled: askAgain,
  });
  useEffect(() => {
    const control = stop.current;
    return () => control.abort(); // the portion that is under way still comes to its end at the service
  }, []);
  return { ids, plan, run, progress, outcomes };
};
