import { LinkBase, useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import { useRowPath } from '../../engine/useRecordPath';
import { textIfAny } from '../../providers/textIfAny';

/** What was done, in words. */
export const ActionCell = ({ record }: CellProps) => {
  const path = useRowPath();
  return (
    <LinkBase className="t" to={path(record['id'])}>
      {useAction()(String(record['entity']), String(record['action']))}
    </LinkBase>
  );
};

/** Gives the function that names an action: one of its record by its own label, what has no text by its code. */
export const useAction = () => {
  const t = useTranslate();
  return (entity: string, action: string) =>
    textIfAny(t, [`audit.action.${action}`, `resources.${entity}.actions.${action}.label`]) ?? action;
};
