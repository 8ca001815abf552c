import { useMemo, useSyncExternalStore } from 'react';
import {
  AuthContext,
  I18nContext,
  NotificationContextProvider,
  RouterProviderContext,
  StoreContextProvider,
} from 'ra-core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Gate } from './app/Gate';
import { LoadingBar } from './layout/LoadingBar';
import { OfflineNotice } from './layout/OfflineNotice';
import { Toasts } from './layout/Toasts';
import { authProvider } from './providers/authProvider';
import { buildI18n } from './providers/i18n';
import { currentMessages, onTexts } from './providers/messages';
import { queryClient } from './providers/queryClient';
import { store } from './providers/store';
import { onTextMarks, textMark } from './providers/textMarks';
import { useFreshMessages } from './providers/useFreshMessages';
import { reactRouterProvider as router } from './router/adapter';

/**
 * The panel. It knows no resource by name. What react-admin wants to know stands here one by one: its CoreAdminContext first draws
 * nothing, to see whether the store names another language.
 */
export const App = () => {
  const messages = useSyncExternalStore(onTexts, currentMessages);
  const mark = useSyncExternalStore(onTextMarks, textMark);
  const i18n = useMemo(() => buildI18n(messages, mark), [messages, mark]);
  useFreshMessages();
  return (
    <RouterProviderContext value={router}>
      <AuthContext value={authProvider}>
        <StoreContextProvider value={store}>
          <QueryClientProvider client={queryClient}>
            <I18nContext value={i18n}>
              <NotificationContextProvider>
                <LoadingBar />
                <Gate />
                <OfflineNotice />
                <Toasts />
              </NotificationContextProvider>
            </I18nContext>
          </QueryClientProvider>
        </StoreContextProvider>
      </AuthContext>
    </RouterProviderContext>
  );
};
