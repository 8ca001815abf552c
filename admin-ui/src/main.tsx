import './theme/tokens.css';
import './theme/base.css';
import './theme/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Unreachable } from './screens/Unreachable';
import { earlyToken } from './providers/early';
import { readEarly } from './providers/firstScreen';
import { startMessages } from './providers/messages';
import { reportMissing } from './providers/missing';
import { clearOnUserChange } from './providers/person';
import { reportSeen } from './providers/seen';
import { restoreSession } from './providers/session';
import { traceActions } from './providers/trace';
import { endViewWithSession } from './providers/viewAs';
import { restoreMode } from './theme/useMode';
import { reloadOnce } from './reload';

// The reporter comes with the first error, not with the page.
const report = (error: unknown) => void import('./providers/report').then(m => m.report(error)).catch(() => undefined);

/** How long the first drawing waits for what is nearly there, in milliseconds: a frame is drawn sooner than a screen. */
const patience = 400;

addEventListener('vite:preloadError', reloadOnce);
addEventListener('error', event => report(event.error));
addEventListener('unhandledrejection', event => report(event.reason));
restoreMode();
clearOnUserChange();
traceActions();
reportMissing();
reportSeen();
endViewWithSession();
const early = restoreSession(earlyToken()).then(readEarly);
const soon = new Promise(done => setTimeout(done, patience));

const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
const root = createRoot(place, {
  onCaughtError: error => {
    // biome-ignore lint/suspicious/noConsole: what React does itself where nobody listens
    console.error(error);
    report(error);
  },
});
Promise.all([startMessages(), Promise.race([early, soon])]).then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.render(<Unreachable />),
);
