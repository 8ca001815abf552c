import { useId, type ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './Icon';
import './button.css';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  look?: 'primary' | 'secondary' | 'ghost' | 'quiet' | 'danger';
  small?: boolean;
  icon?: IconName;
  /** Why it cannot run yet. The button stays focusable and says so. */
  refusal?: string | undefined;
  /** While its work runs a second click does nothing. */
  isBusy?: boolean;
}

/** A button with words. */
export const Button = ({ look = 'secondary', small, icon, refusal, isBusy, onClick, children, ...rest }: Props) => {
  const why = useId();
  const isOff = refusal !== undefined || isBusy === true;
  return (
    <>
      <button
        type="button"
        {...rest}
        className={`btn ${look} ${small ? 'sm' : ''} ${rest.className ?? ''}`}
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={refusal ? why : rest['aria-describedby']}
        onClick={event => (isOff ? event.preventDefault() : onClick?.(event))}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
      {refusal && (
        <span id={why} className="btn-why">
          {refusal}
        </span>
      )}
    </>
  );
};
