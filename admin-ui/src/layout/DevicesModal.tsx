import { useTranslate } from 'ra-core';
import { Sessions } from '../engine/sessions/Sessions';
import { ModalFrame } from '../ui/ModalFrame';

/** Where one is signed in oneself, and the way to end it elsewhere. */
export const DevicesModal = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslate();
  return (
    <ModalFrame title={t('panel.devices.title')} size="narrow" onClose={onClose}>
      <p>{t('panel.devices.hint')}</p>
      <Sessions />
    </ModalFrame>
  );
};
