import { Suspense } from 'react';
import { useFieldProps } from './FieldContext';
import type { CodeProps } from './codeProps';
import { lazyUnthemedPart } from './lazyPart';
import './code.css';

const CodeMirror = lazyUnthemedPart(() => import('./CodeMirror').then(m => m.CodeMirror));

/** An editor for JSON, jq programs and formulas. It comes when it is needed; until then the text is there to read. */
export const CodeEditor = (props: CodeProps) => {
  const field = useFieldProps();
  return (
    <Suspense fallback={<Waiting text={props.value} />}>
      <CodeMirror {...props} field={field} />
    </Suspense>
  );
};

const Waiting = ({ text }: { text: string }) => (
  <pre className="code-wait" aria-busy="true">
    {text}
  </pre>
);
