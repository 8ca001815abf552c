import { Suspense, useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { loadMonitor } from '../providers/monitor';
import { lazyPart } from '../ui/lazyPart';
import { useIdle } from '../engine/list/useIdle';
import { loadMenu } from '../ui/Menu';
import { PaletteLayer } from './PaletteLayer';
import { ProofLayer } from './ProofLayer';
import { ShellContext } from '../engine/ShellContext';
import { Sidebar } from './Sidebar';
import { loadToast } from './Toasts';
import { TopBar } from './TopBar';
import { ViewAsBanner } from './ViewAsBanner';
import { useHotkey } from './useHotkey';
import { usePageTitle } from './usePageTitle';
import './shell.css';

const Sheet = lazyPart(() => import('./Sheet').then(m => m.Sheet));
const DevicesModal = lazyPart(() => import('./DevicesModal').then(m => m.DevicesModal));
const FactorModal = lazyPart(() => import('./FactorModal').then(m => m.FactorModal));
const PasswordModal = lazyPart(() => import('./PasswordModal').then(m => m.PasswordModal));

type Layer = 'palette' | 'password' | 'factor' | 'devices' | 'navigation';

interface Props {
  children: ReactNode;
}

/** The bar, the sidebar and the layers that any screen may open, around the screen at hand. */
export const Shell = ({ children }: Props) => {
  const t = useTranslate();
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  const actions = useMemo(
    () => ({
      search: () => setLayer('palette'),
      changePassword: () => setLayer('password'),
      secondFactor: () => setLayer('factor'),
      devices: () => setLayer('devices'),
      openNavigation: () => setLayer('navigation'),
    }),
    [],
  );
  useHotkey('k', actions.search);
  usePageTitle();
  useIdle(Sheet.load);
  useIdle(loadMenu);
  useIdle(loadToast);
  useIdle(loadMonitor);
  return (
    <ShellContext value={actions}>
      <div className="app">
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, only without an entry in the history */}
        <a className="skip" href="#main" onClick={skip}>
          {t('panel.shell.skip')}
        </a>
        <TopBar />
        <ViewAsBanner />
        <div className="frame">
          <Sidebar />
          <main id="main" tabIndex={-1}>
            <Suspense fallback={null}>{children}</Suspense>
          </main>
        </div>
      </div>
      <Suspense fallback={null}>{layer === 'navigation' && <Sheet onClose={close} />}</Suspense>
      <PaletteLayer isOpen={layer === 'palette'} onClose={close} />
      <Suspense fallback={null}>{layer === 'password' && <PasswordModal onClose={close} />}</Suspense>
      <Suspense fallback={null}>{layer === 'factor' && <FactorModal onClose={close} />}</Suspense>
      <Suspense fallback={null}>{layer === 'devices' && <DevicesModal onClose={close} />}</Suspense>
      <ProofLayer />
    </ShellContext>
  );
};

/** Moves the focus without an entry in the history: the way back should lead to another place. */
const skip = (event: MouseEvent) => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};
