import type { Resources } from '../generated/resources';

export type {
  ActionMeta,
  CheckMeta,
  ConditionMeta,
  FieldMeta,
  FilterMeta,
  GroupMeta,
  Kind,
  Meta,
  ResourceMeta,
} from '../generated/answers';

/** The resources of the service, by the names the generator knows. */
export type ResourceName = keyof Resources & string;
/** The record of a resource as the service sends it. */
export type RecordOf<R extends ResourceName> = Resources[R]['record'];
/** The actions of a resource. */
export type ActionName<R extends ResourceName> = keyof Resources[R]['actions'] & string;
