import { expect, it } from 'vitest';
import { prettyJson } from './prettyJson';

it('gives each value a line and keeps every digit and sign', () => {
  const text = '{"a":[1.10,{}],"b":"x, {y}: \\"z\\"","c":12345678901234567890.10,"d":[]}';
  expect(prettyJson(text)).toBe(`{
  "a": [
    1.10,
    {}
  ],
  "b": "x, {y}: \\"z\\"",
  "c": 12345678901234567890.10,
  "d": []
}`);
});

it.each(['{"a"', '', 'plain'])('leaves alone what is no JSON: %s', text => expect(prettyJson(text)).toBeUndefined());
