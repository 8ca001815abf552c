import { useListContext, useLocale } from 'ra-core';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../../engine/list/filters/LookupFilter';
import type { Lookup } from '../../../engine/list/filters/useLookup';
import { whenOf } from '../../../format/when';
import type { AuditBatch } from '../../../generated/answers';
import { request, type Page } from '../../../providers/http';
import { useAction } from '../ActionCell';
import { useActor, useCause } from '../ActorCell';
import { useEntity } from '../EntityCell';

/** Filters by a batch, named by what was done, by whom and when; the time that the list shows narrows what is offered. */
export const BatchFilter = (props: FilterProps) => {
  const say = useBatch();
  const { filterValues } = useListContext();
  const [since, until] = [filterValues['since'], filterValues['until']].map(day => (day ? String(day) : ''));
  const time = {
    ...(since && { since: since.includes('T') ? since : `${since}T00:00:00Z` }),
    ...(until && { until: until.includes('T') ? until : `${until}T23:59:59.999Z` }),
  };
  const lookup: Lookup = {
    key: `audit/batch/${since}/${until}`,
    search: async (text, signal) => {
      const words = text.toLocaleLowerCase().split(/\s+/);
      return (await searchBatches(time, signal))
        .map(batch => ({ value: batch.id, text: say(batch) }))
        .filter(option => words.every(word => option.text.toLocaleLowerCase().includes(word)));
    },
    textOf: async (id, signal) => (await searchBatches({ id }, signal)).map(say)[0],
  };
  return <LookupFilter {...props} lookup={lookup} />;
};

const searchBatches = async (query: Record<string, string>, signal: AbortSignal) => {
  const { data } = await request<Page<AuditBatch>>('GET', `/api/audit/batch?${new URLSearchParams(query)}`, { signal });
  return data.results;
};

/** Gives the function that names a batch. */
const useBatch = () => {
  const locale = useLocale() ?? 'en';
  const actionOf = useAction();
  const entityOf = useEntity();
  const actorOf = useActor();
  const causeOf = useCause();
  return ({ action, entity, actor, causedBy, at }: AuditBatch) => {
    const who = [actorOf(actor), causeOf(causedBy)].filter(Boolean).join(' ');
    return `${actionOf(entity, action)}: ${entityOf(entity)} · ${who} · ${whenOf(locale, at)}`;
  };
};
