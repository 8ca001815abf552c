import { LinkBase, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';
import { useRecordPath } from '../../engine/useRecordPath';

/** What was done, in words. */
export const ActionCell = ({ record }: CellProps) => {
  const path = useRecordPath();
  return (
    <LinkBase className="t" to={path(record['id'])}>
      {useAction()(String(record['entity']), String(record['action']))}
    </LinkBase>
  );
};

/** Gives the function that names an action: one of its record by its own label, what has no text by its code. */
export const useAction = () => {
  const t = useTranslate();
  return (entity: string, action: string) => {
    const keys = [`audit.action.${action}`, `resources.${entity}.actions.${action}.label`];
    const known = keys.find(key => t(key) !== key);
    return known ? t(known) : action;
  };
};
