import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Panel } from '../../../test/Panel';
import { useValueText } from './useValueText';

it('writes what no field describes as people read it: a list of texts as one, and other values as they are', () => {
  const { result } = renderHook(() => useValueText(), { wrapper: Panel });
  for (const [value, text] of [
    [['Poolkeeper', 'Acme Group'], 'Poolkeeper, Acme Group'],
    [[], ''],
    [[{ a: 1 }], '[{"a":1}]'],
    [{ a: 1 }, '{"a":1}'],
    [true, 'true'],
    [null, ''],
  ] as const)
    expect(result.current(undefined, value)).toBe(text);
});
