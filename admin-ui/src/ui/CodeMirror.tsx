import { useEffect, useLayoutEffect, useRef } from 'react';
import { setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useTranslate } from 'ra-core';
import type { CodeProps, LineError } from './codeProps';
import type { useFieldProps } from './FieldContext';
import { attributesOf, described, fromOutside, newState } from './codeState';
import './code.css';

interface Props extends CodeProps {
  field: ReturnType<typeof useFieldProps>;
}

/** CodeMirror in a field. It is built once; later values go in only when they are not its own. */
export const CodeMirror = ({ value, onChange, onBlur, mode, errors, label, field }: Props) => {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const listener = useRef({ onChange, onBlur });
  listener.current = { onChange, onBlur };
  const start = useRef(value);
  const attributes = JSON.stringify({
    'aria-label': label ?? null,
    'aria-labelledby': field.id && !label ? `${field.id}-label` : null, // a label's htmlFor names no editable div
    'aria-describedby': field['aria-describedby'] ?? null,
    'aria-invalid': field['aria-invalid'] ? 'true' : null,
    id: field.id ?? null,
  });
  const current = useRef(attributes);
  current.current = attributes;
  const isReadOnly = field.readOnly === true;

  // Before the browser paints: an empty place would let what stands below jump up and down again.
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: newState({
        text: start.current,
        mode,
        isReadOnly,
        attributes: clean(current.current),
        tell: () => listener.current,
      }),
    });
    view.current = made;
    return () => {
      start.current = made.state.doc.toString();
      made.destroy();
    };
  }, [mode, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: described.reconfigure(attributesOf(clean(attributes))) });
  }, [attributes]);

  useEffect(() => {
    const made = view.current;
    if (!made || made.state.doc.toString() === value) return;
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useEffect(() => {
    const made = view.current;
    if (made) made.dispatch(setDiagnostics(made.state, marksOf(made, errors ?? [])));
  }, [errors]);

  return (
    <>
      <div ref={place} className="code" />
      {errors && errors.length > 0 && (
        <ul className="code-errors">
          {errors.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{t('panel.code.line', { line, message })}</li>
          ))}
        </ul>
      )}
    </>
  );
};

const clean = (attributes: string): Record<string, string> => {
  const all: Record<string, string | null> = JSON.parse(attributes);
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null));
};

const marksOf = (view: EditorView, errors: readonly LineError[]) =>
  errors
    .filter(({ line }) => line >= 1 && line <= view.state.doc.lines)
    .map(({ line, message }) => {
      const { from, to } = view.state.doc.line(line);
      return { from, to, message, severity: 'error' as const };
    });
