import { fieldOf, satisfies, type Meta, type ResourceMeta } from '../../meta';

/** A list of records that refer to one of another resource, by which of their fields. */
export interface RelatedList {
  meta: ResourceMeta;
  by: string;
}

/** The lists that the records of a resource have as tabs, as far as the person signed in may read them. */
export const relatedLists = (all: Meta, resource: string): RelatedList[] =>
  all.resources.flatMap(meta =>
    (meta.related ?? []).filter(by => fieldOf(meta, by)?.ref === resource).map(by => ({ meta, by })),
  );

/** Whether a new one can be added to the list: of a part only while the whole may be edited. */
export const mayAdd = ({ meta, by }: RelatedList, complete: ResourceMeta, record: Record<string, unknown>) =>
  meta.create !== undefined &&
  fieldOf(meta, by)?.readOnly !== true &&
  (meta.partOf !== by || satisfies(complete.editable, record));

/** The name of its tab in the address: that of the resource, or of the field where two fields refer to the same one. */
export const tabName = (lists: RelatedList[], { meta, by }: RelatedList) =>
  lists.filter(list => list.meta === meta).length > 1 ? by : meta.name;
