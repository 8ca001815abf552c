import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import type { Tone } from './tone';
import './chip.css';

interface Props {
  tone?: Tone;
  icon?: IconName;
  /** Filled, because it waits for a person. */
  isLoud?: boolean;
  children: ReactNode;
}

/** A state in a word: quiet with a coloured icon, or filled when somebody must act. */
export const Chip = ({ tone = 'neutral', icon, isLoud, children }: Props) => (
  <span className={`chip ${isLoud ? `loud ${tone}` : ''} ${icon ? '' : 'bare'}`}>
    {icon && <Icon name={icon} small className={isLoud ? '' : `mk-${tone}`} />}
    {children}
  </span>
);
