import { useEffect, type RefObject } from 'react';
import { useSearch } from '../../../router/useSearch';

/** Brings the rule that the address names ("?rule=7") into view and its program into focus, once the rules are there. */
export const useRuleInAddress = (list: RefObject<HTMLElement | null>, count: number) => {
  const [query] = useSearch();
  const number = Number(query.get('rule') ?? 0);
  const isThere = number > 0 && number <= count;
  useEffect(() => {
    if (!isThere) return;
    const row = list.current?.querySelector(`[data-rule="${number - 1}"]`);
    row?.scrollIntoView?.({ block: 'center' });
    const fields = row?.querySelectorAll('textarea');
    (fields?.[1] ?? fields?.[0])?.focus({ preventScroll: true });
  }, [isThere, list, number]);
};
