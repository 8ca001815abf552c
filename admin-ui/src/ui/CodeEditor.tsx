import { lazy, Suspense } from 'react';
import { useFieldProps } from './FieldContext';
import './code.css';

/** What is written in the editor. */
export type CodeMode = 'json' | 'jq' | 'formula' | 'text';

/** Something wrong in a line, counted from 1. */
export interface LineError {
  line: number;
  message: string;
}

/** What the editor takes. */
export interface CodeProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  mode: CodeMode;
  /** What the service found when saving. */
  errors?: readonly LineError[] | undefined;
  /** Its name when no field stands around it. */
  label?: string | undefined;
}

const CodeMirror = lazy(() => import('./CodeMirror').then(m => ({ default: m.CodeMirror })));

/** An editor for JSON, jq programs and formulas. It comes when it is needed; until then the text is there to read. */
export const CodeEditor = (props: CodeProps) => {
  const field = useFieldProps();
  return (
    <Suspense fallback={<pre className="code-wait">{props.value}</pre>}>
      <CodeMirror {...props} field={field} />
    </Suspense>
  );
};
