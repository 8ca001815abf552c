import { useQuery } from '@tanstack/react-query';
import type { Question } from '../../generated/resources';
import { request } from '../../providers/http';

/** One option of a question. */
export type Option = Question['options'][number];

/** What belongs to one valid pair of value type and input kind, as the service knows it. */
export interface Pair {
  valueType: string;
  inputKind: string;
  minOptions: number;
  /** 0: it has none. */
  maxOptions: number;
  settings: string[];
  closed: boolean;
  staffOnly: boolean;
}

/** What a flag asks for before it can be set. */
export interface Constraint {
  flag: string;
  key: string;
  anyOf: string[];
  noneOf: string[];
  closed: boolean;
  open: boolean;
}

interface Types {
  pairs: Pair[];
  flags: Constraint[];
}

const none: Types = { pairs: [], flags: [] };

/** The matrix of valid pairs and the constraints of the flags. They belong to the service and are asked for once. */
export const useTypes = () => {
  const { data } = useQuery({
    queryKey: ['question', 'types'],
    queryFn: async ({ signal }) => (await request<Types>('GET', '/api/applicationQuestion/types', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
};

/** The pair of a draft; undefined while the two do not fit. */
export const pairOf = (pairs: readonly Pair[], values: Record<string, unknown>) =>
  pairs.find(pair => pair.valueType === values['valueType'] && pair.inputKind === values['inputKind']);

/** Why a flag cannot be set as things stand: the key of the reason. */
export const lockOf = (
  constraints: readonly Constraint[],
  flag: string,
  flags: Record<string, unknown>,
  pair: Pair | undefined,
) =>
  constraints.find(
    ({ flag: of, anyOf, noneOf, closed, open }) =>
      of === flag &&
      ((anyOf.length > 0 && !anyOf.some(name => flags[name] === true)) ||
        noneOf.some(name => flags[name] === true) ||
        (closed && pair?.closed !== true) ||
        (open && pair?.staffOnly === true)),
  )?.key;
