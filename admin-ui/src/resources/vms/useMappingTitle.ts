import { useTranslate } from 'ra-core';
import type { VmsMapping } from '../../generated/resources';

/** Names a version of a mapping: its connection has others for other messages. */
export const useMappingTitle = () => {
  const t = useTranslate();
  return ({ connectionName, entity, number }: VmsMapping) =>
    `${connectionName}, ${t(`enum.vmsEntity.${entity}`)} ${number}`;
};
