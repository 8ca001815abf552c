import { useState } from 'react';
import { CodeEditor } from '../../ui/CodeEditor';
import type { KindInputProps } from './KindInputProps';

const parse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: text.trim() === '' ? null : JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** Typed JSON. While the text is no JSON the form keeps the text, which the service refuses. */
export const JsonInput = ({ value, onChange }: KindInputProps) => {
  const [typed, setTyped] = useState<string>();
  const written = value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
  return (
    <CodeEditor
      mode="json"
      value={typed ?? written}
      onChange={next => {
        setTyped(next);
        const read = parse(next);
        onChange(read ? read.value : next);
      }}
    />
  );
};
