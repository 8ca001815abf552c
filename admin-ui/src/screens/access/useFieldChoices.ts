import { useTranslate } from 'ra-core';
import type { AccessKind } from '../../generated/answers';
import { useFieldName } from '../../resources/audit/useFieldName';

/** What tells fields of one name apart: the number of a record, its name, how many there are. */
const parts: readonly [RegExp, string][] = [
  [/Ids$/, 'ids'],
  [/Id$/, 'id'],
  [/(Name|Title)$/, 'name'],
  [/Count$/, 'count'],
];

/** The fields of a kind of record by their names on the screens; of those with one name each says what it is. */
export const useFieldChoices = (kind: AccessKind | undefined) => {
  const t = useTranslate();
  const nameOf = useFieldName(kind?.name ?? '');
  const fields = (kind?.fields ?? []).map(value => ({ value, label: nameOf(value) }));
  const isShared = (label: string) => fields.filter(one => one.label === label).length > 1;
  const partOf = (field: string) => {
    const part = parts.find(([end]) => end.test(field))?.[1];
    return part ? t(`panel.access.part.${part}`) : field;
  };
  return fields
    .map(({ value, label }) => ({ value, label: isShared(label) ? `${label} (${partOf(value)})` : label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
};
