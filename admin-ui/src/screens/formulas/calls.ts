import { request } from '../../providers/http';

/** What a set of formulas belongs to. */
export type Scope = 'system' | 'client' | 'legalentity' | 'project';

/** The two formulas, by their names on records. */
export const keys = ['payRateFormula', 'billRateFormula'] as const;
export type Key = (typeof keys)[number];
export type Pair = Record<Key, string>;

/** A record whose formulas are edited. The client is also whose applications the preview shows. */
export interface Target {
  scope: Scope;
  id: number;
  name: string;
}

/** What the formulas were from an instant on. */
export interface Version extends Pair {
  id: number;
  version: number;
  created: string;
  createdBy: string;
  note: string;
}

/** Formulas with the scope each comes from. */
export type InForce = Pair & { from: Record<Key, Scope> };

/** The formulas of a record. */
export interface Formulas extends Pair {
  effective: InForce;
  /** In force where the record brings none of its own. */
  inherited: InForce;
  version: number;
  versions: Version[];
  warned: Warned;
}

/** The open applications that have warnings, by what these say. */
export interface Warned {
  count: number;
  codes: { code: string; key: string; name: string; count: number; handles: string[] }[];
}

/** What saving and applying would change. */
export interface Impact {
  open: number;
  changed: number;
  failed: number;
  min: number | null;
  median: number | null;
  max: number | null;
  outliers: { id: number; handle: string; from: number | null; to: number | null }[];
}

/** An application to try formulas on. */
export interface Sample {
  applicationId: number;
  handle: string;
  currency: string;
  unit: string;
  inputs: Record<string, number | boolean | null>;
}

const queryOf = ({ scope, id }: Target) => (scope === 'system' ? '?scope=system' : `?scope=${scope}&id=${id}`);

/** A client as the choice of clients shows it. */
export const readClient = async (id: number, signal: AbortSignal) => {
  const { data } = await request<{ name: string; code: string }>('GET', `/api/client/${id}`, { signal });
  return { value: String(id), label: data.name, sub: data.code };
};

/** Under which the answers about a record are kept. */
export const formulasKey = (target: Target) => ['formulas', target.scope, target.id];

/** A set as it is edited: what is not set, which the service tells as null, is an empty text. */
const asTexts = <T extends Record<Key, string | null>>(set: T) => ({
  ...set,
  payRateFormula: set.payRateFormula ?? '',
  billRateFormula: set.billRateFormula ?? '',
});

type Stored<T> = Omit<T, Key> & Record<Key, string | null>;
type StoredFormulas = Stored<Omit<Formulas, 'versions'>> & { versions: Stored<Version>[] };

export const readFormulas = async (target: Target, signal: AbortSignal): Promise<Formulas> => {
  const { data } = await request<StoredFormulas>('GET', `/api/rate/formula${queryOf(target)}`, { signal });
  return { ...asTexts(data), versions: data.versions.map(asTexts) };
};

interface Writing {
  pair: Pair;
  note: string;
  applyTo: 'NEW' | 'OPEN';
  version: number;
}

/** Saves. The answer names the job when open applications are computed anew. */
export const writeFormulas = async (target: Target, { pair, note, applyTo, version }: Writing) => {
  const answer = await request<{ jobId?: string }>('PUT', `/api/rate/formula${queryOf(target)}`, {
    body: { ...pair, note, applyTo },
    headers: { 'if-match': `"${version}"` },
  });
  return answer.data.jobId;
};

export const readImpact = async ({ scope, id }: Target, pair: Pair) =>
  (await request<Impact>('POST', '/api/rate/impact', { body: { scope, id, ...pair } })).data;

export const readSamples = async (clientId: number, signal: AbortSignal) =>
  (await request<{ results: Sample[] }>('GET', `/api/rate/sample?clientId=${clientId}`, { signal })).data.results;

interface Trial {
  formula: string;
  key: 'payRate' | 'billRate';
  sample: Sample;
  inputs: Sample['inputs'];
}

/** What one formula gives for one application. */
export const previewRate = async ({ formula, key, sample, inputs }: Trial, signal: AbortSignal) => {
  const body = { formula, key, inputs, currency: sample.currency, unit: sample.unit };
  const { data } = await request<{ steps: { value: number }[] }>('POST', '/api/rate/preview', { body, signal });
  return data.steps[0]?.value ?? null;
};
