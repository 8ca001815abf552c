import { isValidElement, useLayoutEffect, useRef, type FocusEvent } from 'react';
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

/** Leads the focus of a message that goes back to where it came from, or to the page where that is gone. */
const useFocusBack = () => {
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const back = from.current instanceof HTMLElement && from.current.isConnected ? from.current : undefined;
      (back ?? document.getElementById('main'))?.focus();
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) from.current = relatedTarget;
  };
  return { ref: box, onFocus };
};

/** One message. It leaves by itself, but not while one points at it or is inside. */
export const Toast = ({ payload, onDismiss }: Props) => {
  const t = useTranslate();
  const { autoHideDuration = usual, messageArgs } = payload.notificationOptions ?? {};
  const kind: Kind = isKind(payload.type) ? payload.type : 'info';
  const { message } = payload;
  const focusBack = useFocusBack();
  return (
    <Snackbar
      open
      autoHideDuration={autoHideDuration}
      resumeHideDuration={autoHideDuration ?? usual}
      onClose={(_, reason) => reason === 'timeout' && onDismiss()}
    >
      <div className="toast" {...focusBack} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
        <Icon name={looks[kind].icon} className={`mk-${looks[kind].tone}`} />
        <div className="grow">{isValidElement(message) ? message : <p>{t(String(message), messageArgs ?? {})}</p>}</div>
        <IconButton small icon="x" label={t('panel.toast.dismiss')} onClick={onDismiss} />
      </div>
    </Snackbar>
  );
};

const isKind = (type: string): type is Kind => Object.hasOwn(looks, type);
