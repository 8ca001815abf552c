import { useQuery } from '@tanstack/react-query';
import { request } from '../../providers/http';
import type { PossibleStatus, PossibleStatuses } from '../../generated/answers';
import { fieldOf, useMeta, type Meta, type ResourceMeta } from '../../meta';
import { textIfAny } from '../../providers/textIfAny';

/** Asks for every state of a record with what it would do or what prevents it, anew each time. */
export const possibleQuery = (meta: ResourceMeta, id: string, version?: unknown) => ({
  queryKey: ['possibleStatuses', meta.name, id, version],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<PossibleStatuses>('GET', `${meta.path}/possibleStatuses/${id}`, { signal })).data,
  gcTime: 0,
  staleTime: 0,
});

/** Every state of the record at hand with what it would do or what prevents it. */
export const usePossibleStatuses = (meta: ResourceMeta, id: string, version?: unknown) =>
  useQuery(possibleQuery(meta, id, version));

/** Where the texts about the states of a resource begin: project for project.status.ACTIVE. */
export const statusBase = ({ enumText }: Meta, meta: ResourceMeta) => {
  const set = fieldOf(meta, meta.status)?.enum ?? '';
  return (enumText?.[set] ?? `enum.${set}`).replace(/\.status$/, '');
};

/** The same for the metadata at hand. */
export const useStatusBase = (meta: ResourceMeta) => statusBase(useMeta(), meta);

/** Whether a consequence is a choice, such as oarsRestorable: it stands as a checkbox, not among what will happen anyway. */
export const isRestorable = (consequence: string) => consequence.endsWith('Restorable');

/** The batch that a move could bring back, and how many records are in it. */
export const restorableOf = ({ batchId, impact = {} }: PossibleStatus) => {
  const [name, count] = Object.entries(impact).find(([each]) => isRestorable(each)) ?? ['', 0];
  return batchId && count > 0 ? { batchId, name, count } : undefined;
};

/** The verb of a move: its own, else that of where it leads, else that it sets the status. */
export const moveVerb = (t: Translate, base: string, from: string, to: string) =>
  moveTextIfAny(t, `${base}.submit`, from, to) ??
  t('panel.transition.setTo', { status: textIfAny(t, [`${base}.status.${to}`, `${base}.${to}`]) ?? to });

/** A text about a move: that of the move, else that of where it leads. */
export const moveTextIfAny = (t: Translate, stem: string, from: string, to: string, params?: object) =>
  textIfAny(t, [`${stem}.${from}.${to}`, `${stem}.${to}`], params);

type Translate = (key: string, params?: object) => string;
