import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import files from '../../../../directus-schema/seed/en/files.json';
import engine from '../../../../directus-schema/seed/en/engine.json';
import { noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { Field } from '../../pieces/Field';
import { drawWith } from '../../pieces/pieces.fixture';
import { upload } from '../../providers/upload';
import { FileKindInput } from './FileKindInput';
import { FormContext } from './FormContext';

vi.mock('../../providers/upload', () => ({ upload: vi.fn(() => new Promise(() => undefined)) }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(upload).mockClear();
});

/** Sends a file on the form of a record, and says whom the service is told that it is about. */
const sentFor = async (subject: string | undefined, base: Record<string, unknown>, values: Record<string, unknown>) => {
  fakeService(() => ({ body: {} }));
  const meta = { ...noResource, ...(subject && { subject }) };
  const field = { name: 'cv', kind: 'file' } as const;
  const user = drawWith(
    <FormContext
      value={{
        ...{ meta, base, values, labelOf: (name: string) => name, isNew: false, isReadOnly: false },
        ...{ changed: new Set<string>(), errors: {}, set: () => undefined },
      }}
    >
      <Field label="CV">
        <FileKindInput field={field} source="cv" label="CV" value="" onChange={() => undefined} />
      </Field>
    </FormContext>,
    { ...files, ...engine },
  );
  await user.upload(screen.getByLabelText('CV'), new File(['x'], 'cv.pdf', { type: 'application/pdf' }));
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1));
  return vi.mocked(upload).mock.calls[0]?.[1]?.about;
};

it('says whom a file is about as soon as it is sent', async () => {
  expect(await sentFor('freelancerId', { freelancerId: 7 }, {})).toBe(7);
});

it('takes the person who is chosen on the form', async () => {
  expect(await sentFor('freelancerId', {}, { freelancerId: 9 })).toBe(9);
});

it('says nothing where nobody is chosen, or a record is about nobody', async () => {
  expect(await sentFor('freelancerId', {}, {})).toBeUndefined();
});

it('asks no record that is about nobody', async () => {
  expect(await sentFor(undefined, { freelancerId: 7 }, {})).toBeUndefined();
});
