import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Unreachable } from './screens/Unreachable';
import { earlyToken } from './providers/early';
import { startMessages } from './providers/messages';
import { restoreSession } from './providers/session';
import { restoreMode } from './look/useMode';
import { reloadOnce } from './reload';

addEventListener('vite:preloadError', reloadOnce);
restoreMode();
void restoreSession(earlyToken());

const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
const root = createRoot(place);
startMessages().then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.render(<Unreachable />),
);
