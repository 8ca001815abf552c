import { useTranslate } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import { textIfAny } from '../../providers/textIfAny';

/** What kind of record it was; what is no resource stands by its own name. */
export const EntityCell = ({ record }: CellProps) => <>{useEntity()(String(record['entity']))}</>;

/** Gives the function that names a kind of record. */
export const useEntity = () => {
  const t = useTranslate();
  return (entity: string) => textIfAny(t, [`resources.${entity}.name`]) ?? entity;
};
