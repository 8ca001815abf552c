import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Help } from './Field';
import './field.css';

interface Props {
  label: ReactNode;
  /** Its name when the label is not to be seen. */
  name?: string;
  hint?: string | undefined;
  error?: string | undefined;
  isOn: boolean;
  isMixed?: boolean;
  isOff?: boolean;
  isSwitch?: boolean;
  isChanged?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Yes or no. The hint belongs to it, and a click on either counts. */
export const Checkbox = ({ label, name, hint, error, isOn, isMixed, isOff, isSwitch, isChanged, onChange }: Props) => {
  const t = useTranslate();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed === true; // a property without an attribute
  }, [isMixed]);
  return (
    <div className={`chk ${isChanged ? 'ch' : ''}`}>
      <label>
        <input
          ref={box}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          className={isSwitch ? 'sw' : 'cb'}
          checked={isOn}
          disabled={isOff}
          aria-label={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={(error ?? hint) ? id : undefined}
          onChange={event => onChange(event.target.checked)}
        />
        {label && (
          <span>
            {label}
            {isChanged && <span className="chg"> {t('panel.field.changed')}</span>}
          </span>
        )}
      </label>
      {(error ?? hint) && <Help id={id} text={error ?? hint ?? ''} isError={error !== undefined} />}
    </div>
  );
};
