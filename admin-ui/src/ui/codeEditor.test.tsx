import { screen } from '@testing-library/react';
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
