import { LookupFilter } from '../../engine/list/filters/LookupFilter';
import type { FilterProps } from '../../engine/list/filters/FilterProps';
import type { Lookup } from '../../engine/list/filters/useLookup';
import { searchPeople } from '../../engine/notes/noteCalls';
import { request, type Page } from '../../providers/http';
import type { NotePerson } from '../../generated/answers';

const lookup: Lookup = {
  key: 'note/people',
  search: async (text, signal) =>
    (await searchPeople()(text, signal)).map(({ value, label }) => ({ value, text: label })),
  textOf: async (id, signal) => {
    const path = `/api/note/people?id=${encodeURIComponent(id)}`;
    return (await request<Page<NotePerson>>('GET', path, { signal })).data.results[0]?.name;
  },
};

/** Filters tasks by whom they are assigned to, found by a part of the name. */
export const AssigneeFilter = (props: FilterProps) => <LookupFilter {...props} lookup={lookup} />;
