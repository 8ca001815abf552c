import type { Project } from '../../generated/resources';

/** One MSP on a project while somebody changes it. */
export interface Row {
  mspId: number;
  tier: number;
  releaseAt: string | null;
}

/** What is stored of the assignments by tier, without what follows from the MSPs. */
export const rowsOf = (project: Pick<Project, 'msps'>): Row[] =>
  project.msps
    .map(({ mspId, tier, releaseAt }) => ({ mspId: mspId ?? 0, tier, releaseAt }))
    .sort((a, b) => a.tier - b.tier);

/** Adds an MSP; it is released with the others of its tier. */
export const withMsp = (rows: readonly Row[], mspId: number, tier: number): Row[] => [
  ...rows,
  { mspId, tier, releaseAt: releaseOf(rows, tier) },
];

/** Moves an MSP to another tier, and to the release time of those who are there. */
export const inTier = (rows: readonly Row[], mspId: number, tier: number): Row[] =>
  rows.map(row => (row.mspId === mspId ? { ...row, tier, releaseAt: releaseOf(rows, tier) ?? row.releaseAt } : row));

const releaseOf = (rows: readonly Row[], tier: number) => rows.find(row => row.tier === tier)?.releaseAt ?? null;

/** How many MSPs came, went, or are offered the project otherwise. */
export const changesOf = (before: readonly Row[], now: readonly Row[]) => {
  const differs = (row: Row, others: readonly Row[]) => {
    const twin = others.find(({ mspId }) => mspId === row.mspId);
    return !twin || twin.tier !== row.tier || twin.releaseAt !== row.releaseAt;
  };
  const gone = before.filter(row => !now.some(({ mspId }) => mspId === row.mspId)).length;
  return gone + now.filter(row => differs(row, before)).length;
};
