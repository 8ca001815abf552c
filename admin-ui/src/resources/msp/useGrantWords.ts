import { useTranslate } from 'ra-core';
import type { NamedPlace } from './useGrants';

interface Box {
  neededBy: readonly string[];
  isWhole: boolean;
}

/** How places are called, and why a box cannot be taken away. */
export const useGrantWords = () => {
  const t = useTranslate();
  return {
    nameOf: ({ clientName, entityName }: NamedPlace) =>
      entityName || t('msp.permissions.allOf', { client: clientName }),
    reasonOf: ({ neededBy, isWhole }: Box) => {
      const names = neededBy.map(name => t(`enum.mspPermission.${name}`)).join(', ');
      if (names) return t('msp.permissions.neededBy', { names });
      return isWhole ? t('msp.permissions.whole') : undefined;
    },
  };
};
