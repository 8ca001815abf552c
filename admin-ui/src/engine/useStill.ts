import { useEffect, useState } from 'react';

/** A value once it has stood still for so long; the first one at once. */
export const useStill = (value: string, pauseMs: number) => {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return still;
};
