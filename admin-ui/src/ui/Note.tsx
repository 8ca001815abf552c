import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import './plain.css';

const icons = { neutral: 'lock', accent: 'info', warn: 'clock', bad: 'alert' } as const satisfies Record<
  string,
  IconName
>;

interface Props {
  tone?: keyof typeof icons;
  icon?: IconName;
  /** Told at once to readers, for what appears while one works. */
  isNews?: boolean;
  children: ReactNode;
}

/** A sentence that belongs to the place where it stands. */
export const Note = ({ tone = 'neutral', icon, isNews, children }: Props) => (
  <div className={`note ${tone}`} role={isNews ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
    <Icon name={icon ?? icons[tone]} />
    <div className="grow">{children}</div>
  </div>
);
