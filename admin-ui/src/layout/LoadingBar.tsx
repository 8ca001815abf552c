import { useEffect, useState } from 'react';
import { isBusy, onTraffic } from '../providers/traffic';
import './toast.css';

const patience = 200;
const fading = 300;

type State = 'idle' | 'busy' | 'done';

/** A thin bar at the top while calls run. Short ones do not show; the long ones fill it over five seconds. */
export const LoadingBar = () => {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      setState(before => (before === 'busy' ? 'done' : before));
      timer = setTimeout(() => setState('idle'), fading);
    };
    const stop = onTraffic(() => {
      clearTimeout(timer);
      if (isBusy()) timer = setTimeout(() => setState('busy'), patience);
      else finish();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return state === 'idle' ? null : <div className={`load ${state}`} aria-hidden="true" />;
};
