import { useTranslate } from 'ra-core';
import { Chip } from '../../../ui/Chip';

/** Says of a result that it is from before what was changed last; it is made anew once nobody types. */
export const Outdated = () => {
  const t = useTranslate();
  return (
    <Chip tone="warn" icon="clock">
      {t('panel.vms.studio.outdated')}
    </Chip>
  );
};
