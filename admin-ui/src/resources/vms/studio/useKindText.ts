import { useCallback } from 'react';
import { useTranslate } from 'ra-core';

/** Kinds of values that mean the same to whoever writes a mapping. */
const words: Record<string, string> = {
  id: 'number',
  int: 'number',
  decimal: 'number',
  number: 'number',
  percent: 'number',
  money: 'amount',
  bool: 'bool',
  boolean: 'bool',
  date: 'date',
  instant: 'instant',
  ref: 'reference',
  staff: 'reference',
  file: 'file',
  image: 'file',
  enum: 'choice',
  object: 'object',
  json: 'object',
  list: 'list',
  function: 'function',
  lookup: 'lookup',
  email: 'email',
  null: 'null',
};

/** What kind of value a field has, in a word. */
export const useKindText = () => {
  const t = useTranslate();
  return useCallback((kind: string) => t(`panel.vms.kind.${words[kind] ?? 'text'}`), [t]);
};
