import { request } from '../../providers/http';
import type { ActionMeta } from '../../meta';
import type { Values } from './changes';

interface Call {
  action: ActionMeta;
  record: Values;
  input: Values;
  key: string;
  /** Tries it and changes nothing. */
  isDryRun?: boolean;
}

/** Runs an action on a record, guarded by the version it was decided on. */
export const callAction = async <T>({ action, record, input, key, isDryRun }: Call): Promise<T> => {
  const id = String(record['id']);
  const path = action.path.replace(/\{id\}|:id\b/, encodeURIComponent(id));
  const inBody = action.idIn === 'body';
  const version = record['version'];
  const body = inBody ? { id: record['id'], ...(version !== undefined && { version }), ...input } : input;
  const headers: Record<string, string> = { 'idempotency-key': key };
  if (!inBody && version !== undefined) headers['if-match'] = `"${String(version)}"`;
  const { data } = await request<T>(action.method, `${path}${isDryRun ? '?dryRun=true' : ''}`, { body, headers });
  return data;
};
