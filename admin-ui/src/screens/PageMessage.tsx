import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../ui/Icon';
import { Link } from '../router/Link';
import { Logo } from '../layout/Logo';
import { useTitle } from '../layout/useTitle';
import './public.css';

interface Props {
  code?: number | undefined;
  title: string;
  isPublic: boolean;
  /** A small line below: a path, a request id. */
  aside?: ReactNode;
  /** A second way out. */
  more?: ReactNode;
  /** Replaces the way to the dashboard. */
  way?: ReactNode;
  children?: ReactNode;
}

/** A page that only has something to say, and a way on. */
export const PageMessage = ({ code, title, isPublic, aside, more, way, children }: Props) => {
  const t = useTranslate();
  useTitle(title);
  const message = (
    <div className="public-say">
      {code !== undefined && <p className="code">{code}</p>}
      <h1>{title}</h1>
      <div className="t2">{children}</div>
      {aside && <p className="aside s12 t2">{aside}</p>}
      <div className="ways">
        {way ?? (
          <Link to="/dashboard" className="btn primary">
            <Icon name="home" />
            {t('menu.dashboard')}
          </Link>
        )}
        {more}
      </div>
    </div>
  );
  if (!isPublic) return message;
  return (
    <main className="public" id="main" tabIndex={-1}>
      <Logo isLarge />
      {message}
    </main>
  );
};
