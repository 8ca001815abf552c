import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from '../../ui/Field';
import { drawWith } from '../../ui/ui.fixture';
import { FileKindInput } from './FileKindInput';
import files from '../../../../directus-schema/seed/en/files.json';

it('offers the files that a field takes, and no others', () => {
  drawWith(
    <Field label="Paper">
      <FileKindInput
        field={{ name: 'paper', kind: 'file', accept: ['application/pdf'] }}
        source="paper"
        label="Paper"
        value=""
        onChange={() => undefined}
      />
    </Field>,
    files,
  );
  expect(screen.getByLabelText('Paper')).toHaveAttribute('accept', 'application/pdf,.pdf');
});
