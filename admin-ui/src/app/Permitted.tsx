import type { ComponentType } from 'react';
import { useMeta } from '../meta';
import { NotFound } from '../screens/NotFound';

interface Props {
  /** One of these is enough. */
  any: string[];
  screen: ComponentType;
}

/** A screen, or the page for an address that does not exist when the permission is missing. */
export const Permitted = ({ any, screen: Screen }: Props) => {
  const { permissions } = useMeta();
  return any.some(one => permissions.includes(one)) ? <Screen /> : <NotFound />;
};
