import { isValidElement } from 'react';
import Snackbar from '@mui/material/Snackbar';
import { useTranslate, type NotificationPayload } from 'ra-core';
import { Icon, type IconName } from '../ui/Icon';
import { IconButton } from '../ui/IconButton';

const usual = 5_000;

type Kind = 'success' | 'info' | 'warning' | 'error';

const looks: Record<Kind, { icon: IconName; tone: string }> = {
  success: { icon: 'done', tone: 'ok' },
  info: { icon: 'info', tone: 'info' },
  warning: { icon: 'alert', tone: 'warn' },
  error: { icon: 'alert', tone: 'bad' },
};

interface Props {
  payload: NotificationPayload;
  onDismiss: () => void;
}

/** One message. It leaves by itself, but not while one points at it or is inside. */
export const Toast = ({ payload, onDismiss }: Props) => {
  const t = useTranslate();
  const { autoHideDuration = usual, messageArgs } = payload.notificationOptions ?? {};
  const kind: Kind = isKind(payload.type) ? payload.type : 'info';
  const { message } = payload;
  return (
    <Snackbar
      open
      autoHideDuration={autoHideDuration}
      resumeHideDuration={autoHideDuration ?? usual}
      onClose={(_, reason) => reason === 'timeout' && onDismiss()}
    >
      <div className="toast" role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
        <Icon name={looks[kind].icon} className={`mk-${looks[kind].tone}`} />
        <div className="grow">{isValidElement(message) ? message : <p>{t(String(message), messageArgs ?? {})}</p>}</div>
        <IconButton small icon="x" label={t('panel.toast.dismiss')} onClick={onDismiss} />
      </div>
    </Snackbar>
  );
};

const isKind = (type: string): type is Kind => Object.hasOwn(looks, type);
