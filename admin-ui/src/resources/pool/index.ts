import { CodeCell } from '../../engine/cells/kindCells';
import { lazyPart } from '../../ui/lazyPart';
import type { Override } from '../../engine/override';

// The parts of the form and of its tabs come when they are opened, not with the first row.
const load = () => import('./chunk');
const CategoryInput = lazyPart(() => load().then(m => m.CategoryInput));
const FreelancerInput = lazyPart(() => load().then(m => m.FreelancerInput));
const ImageInput = lazyPart(() => load().then(m => m.ImageInput));
const MembersTab = lazyPart(() => load().then(m => m.MembersTab));
const FilePage = lazyPart(() => load().then(m => m.FilePage));
const MergePage = lazyPart(() => load().then(m => m.MergePage));
const TagsPage = lazyPart(() => load().then(m => m.TagsPage));
const TtlInput = lazyPart(() => load().then(m => m.TtlInput));
const TextInput = lazyPart(() => load().then(m => m.TextKeyInput));

/** Where pools differ from what the metadata draws. */
export const pool: Override<'pool'> = {
  cells: {
    vmsName: { width: 220, rank: 1 },
    categoryName: { width: 132 },
    memberCounts: { width: 132 },
    projectCount: { width: 88, align: 'end' },
    visibility: { width: 124 },
    lastUpdated: { rank: 3 },
    descriptionKey: { Cell: CodeCell, width: 180, rank: 3 },
  },
  inputs: { categoryId: CategoryInput, descriptionKey: TextInput, imageId: ImageInput, membershipTtlDays: TtlInput },
  tabs: [
    {
      name: 'members',
      label: 'panel.pool.tab.members',
      count: ({ memberCounts: { ACTIVE, INVITED, EXPIRED } }) => ACTIVE + INVITED + EXPIRED,
      Body: MembersTab,
    },
  ],
  rowMenu: [
    {
      label: 'panel.pool.merge.menu',
      icon: 'pool',
      to: ({ id }) => `/pools/list/${id}/merge`,
      when: ({ status }) => status === 'ACTIVE',
    },
    {
      label: 'panel.pool.file.menu',
      icon: 'upload',
      to: ({ id }) => `/pools/list/${id}/import`,
      when: ({ status }) => status === 'ACTIVE',
    },
    {
      label: 'panel.pool.tags.menu',
      icon: 'edit',
      to: ({ id }) => `/pools/list/${id}/tags`,
      when: ({ status }) => status === 'ACTIVE',
    },
  ],
  pages: [
    { path: ':id/merge', Page: MergePage },
    { path: ':id/import', Page: FilePage },
    { path: ':id/tags', Page: TagsPage },
  ],
};

/** Where memberships differ. */
export const poolMember: Override<'poolMember'> = {
  cells: {
    freelancerName: { width: 200, rank: 1 },
    poolName: { width: 160 },
    rating: { width: 88, align: 'end' },
    tags: { width: 160, rank: 3 },
    source: { width: 104, rank: 3 },
  },
  inputs: { freelancerId: FreelancerInput },
};

/** Where categories differ. */
export const poolCategory: Override<'poolCategory'> = {
  inputs: { nameKey: TextInput },
};
