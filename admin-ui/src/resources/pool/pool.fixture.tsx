import type { ReactNode } from 'react';
import { ResourceContextProvider } from 'ra-core';
import domainWords from '../../../../directus-schema/seed/en/domain.json';
import jobWords from '../../../../directus-schema/seed/en/jobs.json';
import poolWords from '../../../../directus-schema/seed/en/pool.json';
import uiWords from '../../../../directus-schema/seed/en/ui.json';
import { noMeta, noResource } from '../../../test/Panel';
import type { PoolImport, PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';

const meta = { ...noMeta, resources: [{ ...noResource, name: 'pool', route: '/pools/list' }] };

/** The pool that others come into; the tests read no other field of it. */
export const pool = {
  id: 1,
  clientId: 1,
  vmsName: 'Target',
  description: 'People we call first.',
  categoryName: 'Experts',
  visibility: 'PRIVATE',
} as unknown as Pool;

/** A merge that has ended. */
export const ended: PoolImport = {
  jobId: 'imp_1',
  planId: 'pln_1',
  poolId: 1,
  state: 'COMPLETED_WITH_CONFLICTS',
  phase: 'ATTACHED',
  total: 8,
  processed: 8,
  percent: 100,
  added: 5,
  updated: 1,
  skipped: 2,
  leftOut: 0,
  conflicts: 2,
  failed: 0,
  etaSeconds: null,
  startedAt: null,
  finishedAt: null,
  canCancel: false,
  canUndo: true,
  canUndoUntil: null,
  errorFileResourceId: '',
  messages: [],
};

/** A plan with a person of each outcome. */
export const plan: PoolPlan = {
  planId: 'pln_1',
  jobId: 'imp_1',
  poolId: 1,
  mode: 'MERGE',
  state: 'PLANNED',
  expiresAt: '2099-01-01T00:00:00.000Z',
  counts: { ADD: 3, UPDATE: 1, INVITE: 1, SKIP: 3 },
  classes: { USER_STATUS: 1, OWNERSHIP: 2, NO_CONSENT: 1 },
  warnings: {},
  choices: { OWNERSHIP: ['SKIP', 'OVERRIDE'], NO_CONSENT: ['INVITE', 'SKIP'], USER_STATUS: ['SKIP'] },
  conflicts: [],
  totalResults: 0,
  attached: { projects: 2, invitations: 1, savedSearches: 0, msps: 3 },
  sources: [
    {
      id: 2,
      vmsName: 'Alpha',
      vmsAliases: ['Old Alpha'],
      description: 'Former employees.',
      categoryName: '',
      visibility: 'PUBLIC',
    },
  ],
  file: null,
};

/** Draws a part of the screens of pools with their English texts. */
export const drawPool = (part: ReactNode) =>
  drawWith(
    <MetaContext value={meta}>
      <ResourceContextProvider value="pools/list">{part}</ResourceContextProvider>
    </MetaContext>,
    { ...poolWords, ...jobWords, ...uiWords, ...domainWords },
  );
