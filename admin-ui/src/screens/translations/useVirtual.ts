import { useCallback, useEffect, useRef, useState } from 'react';

const beyond = 8; // rows drawn above and below what is seen, so that a quick scroll finds them

/**
 * The rows of a long list that are worth drawing, `most` of them at a time. All are equally high, so a place is a
 * multiplication.
 */
export const useVirtual = (count: number, height: number) => {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ first: 0, room: 30 });
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => {
      const first = Math.floor(box.scrollTop / height);
      const room = Math.ceil((box.clientHeight || 800) / height);
      setView(old => (old.first === first && old.room === room ? old : { first, room }));
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    sizes?.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      sizes?.disconnect();
    };
  }, [height]);
  /** Brings a row into sight, below a head of some pixels. */
  const reveal = useCallback(
    (index: number, head: number) => {
      const box = ref.current;
      if (!box) return;
      const top = index * height;
      if (top < box.scrollTop) box.scrollTop = top;
      else if (top + height + head > box.scrollTop + box.clientHeight)
        box.scrollTop = top + height + head - box.clientHeight;
    },
    [height],
  );
  const from = Math.max(0, Math.min(view.first, count) - beyond);
  const most = view.room + 2 * beyond;
  return { ref, from, to: Math.min(count, view.first + view.room + beyond), most, reveal };
};
