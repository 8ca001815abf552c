import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import './plain.css';

interface Props {
  icon?: IconName;
  /** What was asked and not found. */
  title: string;
  /** What nearly matches, or what to do. */
  children?: ReactNode;
  /** The one way out. */
  action?: ReactNode;
}

/** A place without content, and the way out of it. */
export const Empty = ({ icon = 'search', title, children, action }: Props) => (
  <div className="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
);
