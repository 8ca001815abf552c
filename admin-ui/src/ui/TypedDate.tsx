import { useCallback, useState } from 'react';
import { usePickerContext } from '@mui/x-date-pickers/hooks';
import { useTranslate } from 'ra-core';
import { useFieldProps, useFieldProblem } from './FieldContext';
import { IconButton } from './IconButton';
import { Line } from './Line';
import { useTypedDate } from './TypedDateContext';

/** The field of a picker: a text in any form, checked when one leaves it, and the button that opens the calendar. */
export const TypedDate = () => {
  const t = useTranslate();
  const { label, place, shown, read, check, onLeave } = useTypedDate();
  const { triggerRef, open, setOpen } = usePickerContext();
  const [typed, setTyped] = useState<string>();
  const { readOnly: isReadOnly } = useFieldProps();
  const say = useFieldProblem();
  const settle = useCallback(
    (element: HTMLSpanElement | null) => {
      place.current = element;
      triggerRef(element);
    },
    [place, triggerRef],
  );
  const type = (text: string) => {
    setTyped(text);
    say(undefined);
    read(text);
  };
  const leave = () => {
    if (typed !== undefined) say(typed.trim() === '' ? undefined : check(typed));
    setTyped(undefined);
    onLeave?.();
  };
  return (
    <span className="typed-date" ref={settle}>
      <Line
        value={typed ?? shown}
        onChange={event => type(event.target.value)}
        onBlur={leave}
        endAdornment={
          !isReadOnly && (
            <IconButton
              icon="calendar"
              label={t('panel.date.open', { field: label })}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => {
                say(undefined);
                setOpen(!open);
              }}
            />
          )
        }
      />
    </span>
  );
};
