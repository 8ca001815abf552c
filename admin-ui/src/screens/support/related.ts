import type { SupportBundle } from '../../generated/answers';

/** Something that a story is about, by the kind of its record: where it opens, and what it is called there. */
interface RelatedRecord {
  key: string;
  /** The kind of record, or "version" of a mapping. */
  kind: string;
  name: string;
  to: string;
}

/** The records that a story touches, each once, in the order in which it comes to them. */
export const relatedTo = (
  { entries, messages, mails, index }: SupportBundle,
  routeOf: (entity: string) => string | undefined,
) => {
  const found = new Map<string, RelatedRecord>();
  const add = (kind: string, id: number, name: string, to?: string) => {
    const route = routeOf(kind);
    const path = to ?? (route && `${route}/${id}`);
    const key = `${kind} ${id}`;
    if (id > 0 && path && !found.has(key)) found.set(key, { key, kind, name, to: path });
  };
  for (const { entity, entityId } of entries) add(entity, entityId, String(entityId));
  for (const one of messages) {
    if (one.direction === 'outbound') add('application', one.entityId, String(one.entityId));
    else if (one.entityId > 0)
      add(one.entity === 'APPLICATION_STATUS' ? 'application' : 'project', one.entityId, String(one.entityId));
    add('vmsConnection', one.connectionId, one.connection);
    add('vmsMapping', one.mappingId, String(one.mappingNumber), `/platform/vms/mappings/${one.mappingId}/try`);
    add(one.direction === 'inbound' ? 'vmsInbound' : 'vmsOutbound', one.id, one.messageId);
  }
  for (const one of mails) {
    add(one.entity, one.entityId, String(one.entityId));
    add('mail', one.id, String(one.id));
  }
  for (const one of index) add(one.entity, one.id, String(one.id));
  return [...found.values()];
};
