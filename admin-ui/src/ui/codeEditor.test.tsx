import { diagnosticCount, forceLinting } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CodeEditor } from './CodeEditor';
import { Field } from './Field';
import { draw } from './ui.fixture';

Range.prototype.getClientRects = () => document.body.getClientRects(); // jsdom lays nothing out

it.each([
  { isReadOnly: true, editable: 'false' },
  { isReadOnly: false, editable: 'true' },
])('can be read and reached, and typed into only where that may be: $isReadOnly', async ({ isReadOnly, editable }) => {
  draw(
    <Field label="Formula" isReadOnly={isReadOnly}>
      <CodeEditor mode="formula" value="rate * 2" onChange={vi.fn()} />
    </Field>,
  );
  const code = await screen.findByRole('textbox', { name: 'Formula' });
  expect(code).toHaveTextContent('rate * 2');
  expect(code).toHaveAttribute('contenteditable', editable);
  expect(code).toHaveAttribute('tabindex', '0');
});

it.each([
  ['', 0],
  ['{"a":', 1],
])('finds no fault in no JSON at all: %j', async (value, faults) => {
  draw(
    <Field label="Lookups">
      <CodeEditor mode="json" value={value} onChange={vi.fn()} />
    </Field>,
  );
  const code = await screen.findByRole('textbox', { name: 'Lookups' });
  const view = EditorView.findFromDOM(code);
  if (!view) throw new Error('no editor');
  await act(async () => forceLinting(view)); // which looks at the text within the same turn
  expect(diagnosticCount(view.state)).toBe(faults);
});
