import type { MSPGrant, MSPPermission } from '../../generated/answers';
/** Where a grant holds: a whole client (entity 0), or one of its legal entities. */
export interface Place {
  client: number;
  entity: number;
}

/** A grant as the service has it or takes it. */
interface Wish {
  permission: string;
  scope: 'client' | 'legalentity';
  clientId: number;
  legalEntityId?: number;
}

/** Names a box of the grid. */
export const keyOf = (permission: string, { client, entity }: Place) => `${permission} ${client} ${entity}`;

const parse = (key: string) => {
  const [permission = '', client = '0', entity = '0'] = key.split(' ');
  return { permission, place: { client: Number(client), entity: Number(entity) } };
};

/** What is on because something chosen at the same place needs it: by box, the names of those that do. */
export const impliedBy = (chosen: ReadonlySet<string>, catalogue: readonly MSPPermission[]) => {
  const out = new Map<string, string[]>();
  const follow = (from: string, permission: string, place: Place) => {
    for (const next of catalogue.find(line => line.name === permission)?.implies ?? []) {
      const key = keyOf(next, place);
      const by = out.get(key) ?? [];
      if (by.includes(from)) continue;
      out.set(key, [...by, from]);
      follow(from, next, place);
    }
  };
  for (const key of chosen) {
    const { permission, place } = parse(key);
    follow(permission, permission, place);
  }
  return out;
};

/** How many boxes are on that were off, and off that were on. */
export const difference = (before: ReadonlySet<string>, now: ReadonlySet<string>) => ({
  added: [...now].filter(key => !before.has(key)).length,
  removed: [...before].filter(key => !now.has(key)).length,
});

/** What the service is asked for. */
export const wishesOf = (chosen: ReadonlySet<string>): Wish[] =>
  [...chosen].map(key => {
    const { permission, place } = parse(key);
    return place.entity === 0
      ? { permission, scope: 'client', clientId: place.client }
      : { permission, scope: 'legalentity', clientId: place.client, legalEntityId: place.entity };
  });

/** The boxes that stored grants tick. */
export const chosenOf = (grants: readonly Pick<MSPGrant, 'permission' | 'clientId' | 'legalEntityId'>[]) =>
  new Set(grants.map(g => keyOf(g.permission ?? '', { client: g.clientId ?? 0, entity: g.legalEntityId ?? 0 })));
