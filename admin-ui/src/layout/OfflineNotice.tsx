import { useTranslate } from 'ra-core';
import { useOnline } from '../engine/useOnline';
import { Icon } from '../ui/Icon';
import './toast.css';

/** Says that the connection is gone. It is part of the first load: nothing can be loaded when it is needed. */
export const OfflineNotice = () => {
  const t = useTranslate();
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className="snack">
          <Icon name="alert" />
          <span>{t('panel.offline')}</span>
        </div>
      )}
    </div>
  );
};
