import { useEffect, useState, type ReactNode } from 'react';
import MuiTooltip from '@mui/material/Tooltip';
import { layers } from './layer';

const hideAfter = 5000;

interface Props {
  text: string;
  /** One element that can take the focus. */
  children: ReactNode;
}

/** A word beside what the pointer or the focus is on. It leaves after five seconds, on Escape, and is never the only place of a fact. */
export const Tooltip = ({ text, children }: Props) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), hideAfter);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <MuiTooltip
      describeChild
      title={text}
      open={isShown}
      slotProps={{ popper: { container: layers } }}
      onOpen={() => setShown(true)}
      onClose={() => setShown(false)}
    >
      <span>{children}</span>
    </MuiTooltip>
  );
};
