import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { HttpError } from '../providers/httpError';
import type { StoredFile } from '../generated/answers';
import { upload } from '../providers/upload';
import { sizeText, wrongWith, type Wrong } from './fileRules';

/** A file on its way, or one that did not arrive. */
export interface Going {
  key: number;
  name: string;
  /** How much has gone, from 0 to 1. */
  share: number;
  /** What is wrong, in words. */
  error?: string;
  /** Under which the service has logged that. */
  requestId?: string;
  /** Sends it once more, where that can help. */
  again?: () => void;
}

interface Options {
  types: readonly string[];
  /** The most bytes of a file, where it is less than the service takes. */
  most?: number | undefined;
  about?: number | undefined;
  onDone: (file: StoredFile) => void;
}

/** Sends files one by one, after a look at their names and sizes, and says how far they are. */
export const useUpload = ({ types, most, about, onDone }: Options) => {
  const [going, setGoing] = useState<readonly Going[]>([]);
  const words = useWrongText();
  const next = useRef(0);
  const calls = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const running = calls.current;
    return () => {
      for (const call of running.values()) call.abort();
    };
  }, []);

  const drop = useCallback((key: number) => {
    calls.current.get(key)?.abort();
    calls.current.delete(key);
    setGoing(list => list.filter(one => one.key !== key));
  }, []);

  const send = async (file: File) => {
    const key = next.current++;
    const change = (part: Partial<Going>) =>
      setGoing(list => list.map(one => (one.key === key ? { ...one, ...part } : one)));
    const wrong = wrongWith(file, types, most);
    setGoing(list => [...list, { key, name: file.name, share: 0, ...(wrong && { error: words(wrong) }) }]);
    if (wrong) return;
    const call = new AbortController();
    calls.current.set(key, call);
    try {
      const stored = await upload(file, {
        allowed: types,
        about,
        signal: call.signal,
        onProgress: share => change({ share }),
      });
      drop(key);
      done.current(stored);
    } catch (cause) {
      if (cause instanceof DOMException) return;
      const known = cause instanceof HttpError ? cause : undefined;
      change({
        error: words(refusalOf(cause)),
        ...(known?.requestId && { requestId: known.requestId }),
        ...(known?.isTransient && { again: () => void replace(key, file) }),
      });
    }
  };

  const replace = (key: number, file: File) => {
    drop(key);
    return send(file);
  };

  const start = async (files: readonly File[]) => {
    for (const file of files) await send(file);
  };
  return { going, start, drop };
};

/** The service's own word: what is wrong with the file, or with the call. */
const refusalOf = (cause: unknown): Wrong => {
  if (!(cause instanceof HttpError)) return { key: 'error.generic', params: {} };
  return cause.sayingOf('resource') ?? { key: cause.message, params: {} };
};

/** Says what is wrong with sizes and lists as people read them. */
const useWrongText = () => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  return ({ key, params }: Wrong) => {
    const { size, limit, ...rest } = params;
    const lists = Object.entries(rest).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value.join(', ')]] : [],
    );
    return t(key, {
      ...rest,
      ...Object.fromEntries(lists),
      ...(typeof size === 'number' && { size: sizeText(locale, size) }),
      ...(typeof limit === 'number' && { limit: sizeText(locale, limit) }),
    });
  };
};
