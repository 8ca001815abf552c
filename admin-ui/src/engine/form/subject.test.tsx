import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import files from '../../../../directus-schema/seed/en/files.json';
import engine from '../../../../directus-schema/seed/en/engine.json';
import { noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import { Field } from '../../ui/Field';
import { drawWith } from '../../ui/ui.fixture';
import { FileKindInput } from './FileKindInput';
import { FormContext } from './FormContext';

afterEach(() => vi.unstubAllGlobals());

/** Sends a file on the form of a record, and says whom the service is told that it is about. */
const sentFor = async (subject: string | undefined, base: Record<string, unknown>, values: Record<string, unknown>) => {
  fakeService(() => ({ body: {} }));
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
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
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  const form = send.mock.calls[0]?.[0];
  return form instanceof FormData ? form.get('freelancerId') : undefined;
};

it('says whom a file is about as soon as it is sent', async () => {
  expect(await sentFor('freelancerId', { freelancerId: 7 }, {})).toBe('7');
});

it('takes the person who is chosen on the form', async () => {
  expect(await sentFor('freelancerId', {}, { freelancerId: 9 })).toBe('9');
});

it('says nothing where nobody is chosen, or a record is about nobody', async () => {
  expect(await sentFor('freelancerId', {}, {})).toBeNull();
});

it('asks no record that is about nobody', async () => {
  expect(await sentFor(undefined, { freelancerId: 7 }, {})).toBeNull();
});
