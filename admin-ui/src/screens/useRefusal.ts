import { useEffect, useState } from 'react';
import { useTranslate } from 'ra-core';
import { useErrorTexts } from '../engine/form/useFailureText';
import { HttpError } from '../providers/httpError';

/** Why a sign-in was refused. After too many tries it counts down the wait. */
export const useRefusal = () => {
  const t = useTranslate();
  const textsOf = useErrorTexts();
  const [error, setError] = useState<unknown>();
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(clock()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const refuse = (cause: unknown) => {
    const since = clock(); // a clock that is set meanwhile does not change how long one waits
    setError(cause);
    setNow(since);
    const seconds = cause instanceof HttpError && cause.status === 429 ? cause.retryAfter : 0;
    setUntil(since + seconds * 1000);
  };
  const textOf = (cause: unknown) => {
    if (isWaiting) return t(left >= 60 ? 'panel.login.waitMinutes' : 'panel.login.waitSeconds', countOf(left));
    return textsOf(cause).join(' ');
  };
  // A wait that is over leaves nothing to say.
  const isOver = until > 0 && !isWaiting && error instanceof HttpError && error.retryAfter > 0;
  return {
    refusal: error === undefined || isOver ? undefined : { text: textOf(error), isWaiting },
    refuse,
    clear: () => setError(undefined),
  };
};

/** Whole milliseconds: parts of them add up to more than was added. */
const clock = () => Math.floor(performance.now());

const countOf = (seconds: number) => ({ smart_count: seconds >= 60 ? Math.ceil(seconds / 60) : seconds });
