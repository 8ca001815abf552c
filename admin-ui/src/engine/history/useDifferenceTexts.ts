import type { Values } from '../form/changes';
import { useFileNames } from '../form/useFileNames';
import { useRefNames } from '../form/useRefNames';
import { useValueText } from '../form/useValueText';
import type { FieldMeta } from '../../meta';

/** Writes a field before and after a change in words. Of a list of things with parts only those that came and went. */
export const useDifferenceTexts = (field: FieldMeta | undefined, name: string, before: Values, after: Values) => {
  const say = useValueText();
  const [old, now] =
    field?.many && field.fields ? onlyDifferent(before[name], after[name]) : [before[name], after[name]];
  const withFiles = useFileNames(field, old, now);
  const withNames = useRefNames(field, old, now);
  const write = (value: unknown, around: Values) => say(field, withNames(withFiles(value)), around);
  return [write(old, before), write(now, after)] as const;
};

const onlyDifferent = (before: unknown, after: unknown) => {
  const [old, now] = [listOf(before), listOf(after)];
  const without = (list: unknown[], other: unknown[]) => {
    const others = new Set(other.map(one => JSON.stringify(one)));
    return list.filter(one => !others.has(JSON.stringify(one)));
  };
  const [lost, won] = [without(old, now), without(now, old)];
  return lost.length + won.length > 0 ? [lost, won] : [old, now]; // only their order has changed
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
