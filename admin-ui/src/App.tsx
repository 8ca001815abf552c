import { useMemo, useSyncExternalStore } from 'react';
import { CoreAdminContext, defaultDataProvider } from 'ra-core';
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

/** The panel. It knows no resource by name. */
export const App = () => {
  const messages = useSyncExternalStore(onTexts, currentMessages);
  const mark = useSyncExternalStore(onTextMarks, textMark);
  const i18n = useMemo(() => buildI18n(messages, mark), [messages, mark]);
  useFreshMessages();
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={defaultDataProvider}
      i18nProvider={i18n}
      queryClient={queryClient}
      routerProvider={router}
      store={store}
    >
      <LoadingBar />
      <Gate />
      <OfflineNotice />
      <Toasts />
    </CoreAdminContext>
  );
};
