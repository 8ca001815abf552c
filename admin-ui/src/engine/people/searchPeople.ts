import type { Option } from '../../ui/option';
import { request, type Page } from '../../providers/http';
import type { NotePerson } from '../../generated/answers';

/** Where the service names members of staff. */
export const peoplePath = '/api/note/people';

/** Whose readers are looked for: those of a record, or of any record of the resource. */
interface ReadersOf {
  entity: string;
  id?: string | number | undefined;
}

/** Finds staff by a part of their name: those who may read a record, or all without one. */
export const searchPeople =
  (readers?: ReadersOf) =>
  async (name: string, signal: AbortSignal): Promise<Option[]> => {
    const query = new URLSearchParams({ name });
    if (readers) query.set('entity', readers.entity);
    if (readers?.id !== undefined) query.set('entityId', String(readers.id));
    const { data } = await request<Page<NotePerson>>('GET', `${peoplePath}?${query}`, { signal });
    return data.results.map(person => ({ value: String(person.id), label: person.name }));
  };

/** The name of a member of staff; undefined for one that there never was. */
export const personName = async (id: string, signal?: AbortSignal) =>
  (await request<Page<NotePerson>>('GET', `${peoplePath}?${new URLSearchParams({ id })}`, { signal })).data.results[0]
    ?.name;
