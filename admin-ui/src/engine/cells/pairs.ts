import { fieldOf } from '../../meta';
import type { FieldMeta, ResourceMeta } from '../../meta';

/** Two fields that one reads as one value. */
interface Pair {
  kind: 'period' | 'level';
  /** The part of the name both share; also the name of the pair's text key. */
  stem: string;
  other: string;
}

const otherOf = (field: FieldMeta): Pair | undefined => {
  if (field.kind === 'date' && field.name.endsWith('Start')) {
    const stem = field.name.slice(0, -'Start'.length);
    return { kind: 'period', stem, other: `${stem}End` };
  }
  return field.kind === 'int' ? { kind: 'level', stem: field.name, other: `${field.name}Filled` } : undefined;
};

/** The pair a field begins: a start with its end, a count with how much of it is filled. */
export const pairOf = (meta: ResourceMeta, field: FieldMeta): Pair | undefined => {
  const pair = otherOf(field);
  return pair && fieldOf(meta, pair.other)?.kind === field.kind ? pair : undefined;
};

/** The field that holds the name of a referenced record, when the row brings it along: clientId → clientName. */
export const nameFieldOf = (meta: ResourceMeta, field: FieldMeta) => {
  const name = field.name.replace(/Id$/, 'Name');
  return name !== field.name && meta.row.includes(name) ? name : undefined;
};
