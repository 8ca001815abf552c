import { useEffect, useState } from 'react';
import { Logo } from '../layout/Logo';
import type { Outage } from './outage';
import './public.css';

const silent: Outage = {
  title: 'The service does not answer',
  text: 'Check your connection, then load the page again.',
};

/** The one page with words of its own: without the service there are no texts. */
export const Unreachable = () => {
  const { title, text } = useOutage() ?? silent;
  return (
    <main className="public">
      <div className="public-say">
        <Logo isLarge />
        <h1>{title}</h1>
        <p className="t2">{text}</p>
        <button type="button" className="btn primary" onClick={() => location.reload()}>
          Load again
        </button>
      </div>
    </main>
  );
};

/** What a service that answers says is wrong with it. */
const useOutage = () => {
  const [outage, setOutage] = useState<Outage>();
  useEffect(() => {
    const search = new AbortController();
    import('./outage').then(m => m.findOutage(search.signal)).then(setOutage, () => undefined);
    return () => search.abort();
  }, []);
  return outage;
};
