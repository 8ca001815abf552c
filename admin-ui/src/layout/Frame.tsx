import { Logo } from './Logo';
import './shell.css';

/** The empty frame, shown for the moment in which nobody knows yet who is signed in. */
export const Frame = () => (
  <div className="app" aria-busy="true">
    <header className="top">
      <span className="logo">
        <Logo />
      </span>
    </header>
    <div className="frame">
      <div className="side" />
      <main id="main" tabIndex={-1} />
    </div>
  </div>
);
