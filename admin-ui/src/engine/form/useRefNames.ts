import { useQueries } from '@tanstack/react-query';
import { request } from '../../providers/http';
import { findResource, useMeta, type FieldMeta, type Meta } from '../../meta';
import { peoplePath } from '../people/searchPeople';
import type { Values } from './changes';

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Members of staff, who are named by a call of their own, which has their names in this field. */
const personTitle = 'name';
const staff = { name: 'staff', path: peoplePath, title: personTitle };

/** The resource whose ids a field holds: one it refers to, or is named after, such as vmsConnectionId and poolIds. */
const refOf = (meta: Meta, field: FieldMeta | undefined) => {
  if (field?.kind === staff.name) return staff.name;
  return field?.ref ?? (field?.kind === 'id' ? findResource(meta, field.name.replace(/Ids?$/, ''))?.name : undefined);
};

/** The records that a value points to, itself or in its parts. */
const refsIn = (meta: Meta, field: FieldMeta | undefined, value: unknown): { ref: string; id: number }[] => {
  if (Array.isArray(value)) return value.flatMap(one => refsIn(meta, field, one));
  const ref = refOf(meta, field);
  if (ref && typeof value === 'number' && value > 0) return [{ ref, id: value }];
  return isValues(value) ? (field?.fields ?? []).flatMap(part => refsIn(meta, part, value[part.name])) : [];
};

type Names = Map<string, string>;

const namedIn = (meta: Meta, field: FieldMeta | undefined, value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map(one => namedIn(meta, field, one, names));
  const ref = refOf(meta, field);
  if (ref) return names.get(`${ref} ${String(value)}`) ?? value;
  if (!isValues(value) || !field?.fields) return value;
  const parts = field.fields.filter(({ name }) => name in value);
  return {
    ...value,
    ...Object.fromEntries(parts.map(part => [part.name, namedIn(meta, part, value[part.name], names)])),
  };
};

/** Gives the function that writes names in place of the ids of records that a field, or its parts, hold in the values. */
export const useRefNames = (field: FieldMeta | undefined, ...values: unknown[]) => {
  const meta = useMeta();
  const held = refsIn(meta, field, values);
  const refs = [...new Set(held.map(({ ref }) => ref))].flatMap(ref =>
    ref === staff.name ? staff : (findResource(meta, ref) ?? []),
  );
  const names = useQueries({
    queries: refs.map(({ name, path, title }) => {
      const ids = [...new Set(held.filter(({ ref }) => ref === name).map(({ id }) => id))].sort((a, b) => a - b);
      return {
        queryKey: ['refNames', name, ids],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const query = new URLSearchParams({ id: ids.join(',') });
          if (name !== staff.name) query.set('limit', String(ids.length));
          const { data } = await request<{ results: Values[] }>('GET', `${path}?${query}`, { signal });
          return data.results.map(row => [`${name} ${String(row['id'])}`, String(row[title])] as const);
        },
        retry: false,
      };
    }),
    combine: (answers): Names => new Map(answers.flatMap(({ data }) => data ?? [])),
  });
  return (value: unknown) => namedIn(meta, field, value, names);
};
