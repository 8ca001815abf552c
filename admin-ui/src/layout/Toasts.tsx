import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core';
import { followDialogs } from '../ui/layer';
import { lazyPart } from '../ui/lazyPart';
import './toast.css';

const Toast = lazyPart(() => import('./Toast').then(m => m.Toast));

/** Fetches what a message is made of, to have it also when the connection is what is gone. */
export const loadToast = Toast.load;

interface Shown {
  id: number;
  payload: NotificationPayload;
}

const atMost = 4;
let last = 0;

const newPlace = () => Object.assign(document.createElement('section'), { id: 'messages', className: 'toasts' });

/** What the panel has to say, at the bottom right, the newest below; beside an open dialog its buttons can be reached too. */
export const Toasts = () => {
  const t = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown[]>([]);
  const [place] = useState(newPlace);
  useLayoutEffect(() => followDialogs(place), [place]);
  const label = t('panel.toast.label');
  useLayoutEffect(() => place.setAttribute('aria-label', label), [place, label]);
  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    last += 1;
    const id = last;
    setShown(before => [...before, { id, payload }].slice(-atMost));
  }, [notifications, takeNotification]);
  const dismiss = (id: number) => setShown(before => before.filter(one => one.id !== id));
  return createPortal(
    <Suspense fallback={null}>
      {shown.map(({ id, payload }) => (
        <Toast key={id} payload={payload} onDismiss={() => dismiss(id)} />
      ))}
    </Suspense>,
    place,
  );
};
