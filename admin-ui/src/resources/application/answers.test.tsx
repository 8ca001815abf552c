import { useState } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, noResource } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { Application } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { drawWith } from '../../ui/ui.fixture';
import { Answers } from './Answers';

afterEach(() => vi.unstubAllGlobals());

const line = {
  id: 7,
  questionVersion: 1,
  key: 'why',
  valueType: 'txt',
  inputKind: 'textField',
  label: 'Why you?',
  help: '',
  options: [],
  value: null,
  words: '',
  files: [],
};

// the test reads no other field of an application
const versionOf = (version: number) => ({ id: 3, version, status: 'a', answers: [] }) as unknown as Application;

const meta = { ...noMeta, permissions: ['application.update'], resources: [noResource] };

const Drawer = () => {
  const [version, setVersion] = useState(1);
  return (
    <>
      <Answers application={versionOf(version)} onChanged={() => undefined} />
      <button type="button" onClick={() => setVersion(2)}>
        somebody else saves
      </button>
    </>
  );
};

it('keeps an answer that is being typed when the application is changed elsewhere', async () => {
  const calls = fakeService(() => ({ body: { results: [line], currency: 'EUR' } }));
  const user = drawWith(
    <MetaContext value={meta}>
      <Drawer />
    </MetaContext>,
    { 'panel.application.answer.edit': 'Answer: %{question}' },
  );
  await user.click(await screen.findByRole('button', { name: 'Answer: Why you?' }));
  await user.type(screen.getByRole('textbox', { name: /Why you/ }), 'I sail.');
  await user.click(screen.getByRole('button', { name: 'somebody else saves' }));
  expect(screen.getByRole('textbox', { name: /Why you/ })).toHaveValue('I sail.');
  await vi.waitFor(() => expect(calls.length).toBe(2));
});
