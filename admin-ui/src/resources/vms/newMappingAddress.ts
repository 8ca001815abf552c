import type { VmsConnection, VmsMapping } from '../../generated/resources';

type Direction = NonNullable<VmsMapping['direction']>;
type Entity = NonNullable<VmsMapping['entity']>;

/** Where a mapping of a connection is made, with what it is for. */
export const newMappingAddress = ({ id, name }: VmsConnection, direction: Direction, entity: Entity) => {
  const made = { connectionId: id, connectionName: name, direction, entity };
  return `/platform/vms/mappings/create?${new URLSearchParams({ source: JSON.stringify(made) })}`;
};
