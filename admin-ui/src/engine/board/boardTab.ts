import { fieldOf, type Meta, type ResourceMeta } from '../../meta';

/** The name of the tab in the address. */
export const boardTab = 'board';

/** The resource whose board stands in a tab of the records of another one, and the reference by which it is narrowed. */
export const boardOf = (all: Meta, resource: string): { meta: ResourceMeta; by: string } | undefined => {
  for (const meta of all.resources) {
    const by = meta.board?.tabs.find(name => fieldOf(meta, name)?.ref === resource);
    if (by) return { meta, by };
  }
  return undefined;
};
