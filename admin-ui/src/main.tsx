import './theme/tokens.css';
import './theme/base.css';
import './theme/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Unreachable } from './screens/Unreachable';
import { earlyToken } from './providers/early';
import { startMessages } from './providers/messages';
import { tellMissing } from './providers/missing';
import { keepPeopleApart } from './providers/person';
import { tellSeen } from './providers/seen';
import { restoreSession } from './providers/session';
import { traceActions } from './providers/trace';
import { endViewWithSession } from './providers/viewAs';
import { restoreMode } from './theme/useMode';
import { reloadOnce } from './reload';

// The reporter comes with the first error, not with the page.
const report = (error: unknown) => void import('./providers/report').then(m => m.report(error)).catch(() => undefined);

addEventListener('vite:preloadError', reloadOnce);
addEventListener('error', event => report(event.error));
addEventListener('unhandledrejection', event => report(event.reason));
restoreMode();
keepPeopleApart();
traceActions();
tellMissing();
tellSeen();
endViewWithSession();
void restoreSession(earlyToken());

const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
const root = createRoot(place, {
  onCaughtError: error => {
    // biome-ignore lint/suspicious/noConsole: what React does itself where nobody listens
    console.error(error);
    report(error);
  },
});
startMessages().then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.render(<Unreachable />),
);
