import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/override';

/** What kind of record it was; what is no resource stands by its own name. */
export const EntityCell = ({ record }: CellProps) => <>{useEntity()(String(record['entity']))}</>;

/** Gives the function that names a kind of record. */
export const useEntity = () => {
  const t = useTranslate();
  return (entity: string) => {
    const key = `resources.${entity}.name`;
    const text = t(key);
    return text === key ? entity : text;
  };
};
