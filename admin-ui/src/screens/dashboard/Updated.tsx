import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';

const tick = 10_000;

/** How old the figures are, to ten seconds. */
export const Updated = ({ at }: { at: number }) => {
  const t = useTranslate();
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor(Math.max(0, now - at) / tick) * 10;
  return <span>{seconds === 0 ? t('dashboard.updatedNow') : t('dashboard.updated', { smart_count: seconds })}</span>;
};
