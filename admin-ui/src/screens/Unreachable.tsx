import { Logo } from '../layout/Logo';
import './public.css';

/** The one page with words of its own: without the service there are no texts. */
export const Unreachable = () => (
  <main className="public">
    <div className="public-say">
      <Logo isLarge />
      <h1>The service does not answer</h1>
      <p className="t2">Check your connection, then load the page again.</p>
      <button type="button" className="btn primary" onClick={() => location.reload()}>
        Load again
      </button>
    </div>
  </main>
);
