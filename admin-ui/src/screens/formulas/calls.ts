import type { PlannedCall } from '../../engine/planned/calls';
import type {
  FormulaScope,
  JobAccepted,
  RateFormulas,
  RateFormulaTree,
  RateFormulaVersion,
  RateImpact,
  RatePreview,
  RateSample,
} from '../../generated/answers';
import { request } from '../../providers/http';

/** The two formulas, by their names on records. */
export const keys = ['payRateFormula', 'billRateFormula'] as const;
export type Key = (typeof keys)[number];
export type Pair = Record<Key, string>;

/** A record whose formulas are edited. The client is also whose applications the preview shows. */
export interface Target {
  scope: FormulaScope;
  id: number;
  name: string;
}

/** Formulas as they are edited: what is not set, which the service tells as null, is an empty text. */
type AsTexts<T> = Omit<T, Key> & Pair;

/** What the formulas were from an instant on. */
export type Version = AsTexts<RateFormulaVersion>;

/** The formulas of a record, as they are edited. */
export type Formulas = Omit<AsTexts<RateFormulas>, 'inherited' | 'versions'> & {
  inherited: InForce;
  versions: Version[];
};

/** Formulas with the scope each comes from. */
export type InForce = AsTexts<RateFormulas['inherited']>;

const queryOf = ({ scope, id }: Target) => (scope === 'system' ? '?scope=system' : `?scope=${scope}&id=${id}`);

/** A client as the choice of clients shows it. */
export const readClient = async (id: number, signal: AbortSignal) => {
  const { data } = await request<{ name: string; code: string }>('GET', `/api/client/${id}`, { signal });
  return { value: String(id), label: data.name, sub: data.code };
};

/** Under which the answers about a record are kept. */
export const formulasKey = (target: Target) => ['formulas', target.scope, target.id];

const asTexts = <T extends Record<Key, string | null>>(set: T): AsTexts<T> => ({
  ...set,
  payRateFormula: set.payRateFormula ?? '',
  billRateFormula: set.billRateFormula ?? '',
});

export const readFormulas = async (target: Target, signal: AbortSignal): Promise<Formulas> => {
  const { data } = await request<RateFormulas>('GET', `/api/rate/formula${queryOf(target)}`, { signal });
  return { ...asTexts(data), inherited: asTexts(data.inherited), versions: data.versions.map(asTexts) };
};

interface Writing {
  pair: Pair;
  note: string;
  applyTo: 'NEW' | 'OPEN';
  version: number;
}

/** Saves. The answer names the job when open applications are computed anew. */
export const writeFormulas = async (target: Target, { pair, note, applyTo, version }: Writing) => {
  const answer = await request<Partial<JobAccepted>>('PUT', `/api/rate/formula${queryOf(target)}`, {
    body: { ...pair, note, applyTo },
    headers: { 'if-match': `"${version}"` },
  });
  return answer.data.jobId;
};

/** The same as a call that takes effect later. */
export const plannedFormulas = (target: Target, { pair, note, applyTo, version }: Writing): PlannedCall => ({
  method: 'PUT',
  path: `/api/rate/formula${queryOf(target)}`,
  body: { ...pair, note, applyTo },
  version,
});

/** The records that have formulas of their own or applications with warnings, from the system down to projects. */
export const readTree = async (signal: AbortSignal) =>
  (await request<RateFormulaTree>('GET', '/api/rate/formula/tree', { signal })).data;

export const readImpact = async ({ scope, id }: Target, pair: Pair) =>
  (await request<RateImpact>('POST', '/api/rate/impact', { body: { scope, id, ...pair } })).data;

export const readSamples = async (clientId: number, signal: AbortSignal) =>
  (await request<{ results: RateSample[] }>('GET', `/api/rate/sample?clientId=${clientId}`, { signal })).data.results;

interface Trial {
  formula: string;
  key: 'payRate' | 'billRate';
  sample: RateSample;
  inputs: RateSample['inputs'];
}

/** What one formula gives for one application. */
export const previewRate = async ({ formula, key, sample, inputs }: Trial, signal: AbortSignal) => {
  const body = { formula, key, inputs, currency: sample.currency, unit: sample.unit };
  const { data } = await request<RatePreview>('POST', '/api/rate/preview', { body, signal });
  const value = data.steps[0]?.value;
  return typeof value === 'number' ? value : null;
};
