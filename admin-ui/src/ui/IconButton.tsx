import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './Icon';
import './button.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** What it does; the only word it has. */
  label: string;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon, for bars and rows where its meaning is common knowledge. */
export const IconButton = ({ icon, label, small, className = '', ...rest }: Props) => (
  <button type="button" aria-label={label} title={label} className={`ib ${small ? 'sm' : ''} ${className}`} {...rest}>
    <Icon name={icon} />
  </button>
);
