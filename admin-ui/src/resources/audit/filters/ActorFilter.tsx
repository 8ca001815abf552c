import { useTranslate } from 'ra-core';
import type { FilterProps } from '../../../engine/list/filters/FilterProps';
import { LookupFilter } from '../../../engine/list/filters/LookupFilter';
import type { Lookup } from '../../../engine/list/filters/useLookup';
import type { AuditActor } from '../../../generated/answers';
import { request, type Page } from '../../../providers/http';
import { textIfAny } from '../../../providers/textIfAny';

/** Filters by who acted: staff by name or e-mail, and the parts of the product by the work they do. */
export const ActorFilter = (props: FilterProps) => {
  const say = usePerson();
  const optionOf = (person: AuditActor) => ({ value: person.actor, text: say(person) });
  const lookup: Lookup = {
    key: 'audit/actor',
    search: async (text, signal) => {
      const found = await searchActors({ text }, signal);
      // The service knows parts of the product by their codes, people by their words.
      const parts = text ? (await searchActors({ text: '' }, signal)).filter(({ kind }) => kind !== 'admin') : [];
      const more = parts.filter(part => has(say(part), text) && found.every(({ actor }) => actor !== part.actor));
      return [...found, ...more].map(optionOf);
    },
    textOf: async (actor, signal) => (await searchActors({ actor }, signal)).map(say)[0],
  };
  return <LookupFilter {...props} lookup={lookup} />;
};

const has = (words: string, text: string) => words.toLocaleLowerCase().includes(text.toLocaleLowerCase());

const searchActors = async (query: Record<string, string>, signal: AbortSignal) => {
  const { data } = await request<Page<AuditActor>>('GET', `/api/audit/actor?${new URLSearchParams(query)}`, { signal });
  return data.results;
};

/** Gives the function that says who somebody is, so that two of one name are told apart where one may know more. */
const usePerson = () => {
  const t = useTranslate();
  return ({ kind, name, email }: AuditActor) => {
    if (kind === 'system') return `${t('panel.history.actor.system')} · ${textIfAny(t, [`cron.${name}`]) ?? name}`;
    const known = name || t(`panel.history.actor.${kind}`);
    return email && email !== name ? `${known} · ${email}` : known;
  };
};
