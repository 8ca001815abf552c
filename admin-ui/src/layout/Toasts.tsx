import { Suspense, useEffect, useState } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'ra-core';
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

/** What the panel has to say, at the bottom right, the newest below. */
export const Toasts = () => {
  const t = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown[]>([]);
  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    last += 1;
    const id = last;
    setShown(before => [...before, { id, payload }].slice(-atMost));
  }, [notifications, takeNotification]);
  const dismiss = (id: number) => setShown(before => before.filter(one => one.id !== id));
  return (
    <section className="toasts" aria-label={t('panel.toast.label')}>
      <Suspense fallback={null}>
        {shown.map(({ id, payload }) => (
          <Toast key={id} payload={payload} onDismiss={() => dismiss(id)} />
        ))}
      </Suspense>
    </section>
  );
};
