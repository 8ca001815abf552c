import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { noMeta, Panel } from '../../../test/Panel';
import { fakeService } from '../../../test/service';
import type { Freelancer } from '../../generated/resources';
import { MetaContext } from '../../meta';
import { OwnFiles } from './OwnFiles';

afterEach(() => {
  vi.unstubAllGlobals();
});

const person = { id: 7, version: 3, deletedAt: null, attachments: ['old'] as string[] } as Freelancer;

const Shown = () => {
  const [record, setRecord] = useState(person);
  return <OwnFiles record={record} onDone={saved => saved && setRecord(saved)} />;
};

const draw = (permissions: string[]) => {
  const state = { version: person.version, uploads: 0 };
  const calls = fakeService(({ method, path, body }) => {
    if (path.endsWith('/meta')) return { body: { id: 'x', name: `${path.split('/')[3]}.pdf`, size: 2048 } };
    if (method === 'POST') return { status: 201, body: { id: `new${++state.uploads}`, name: 'cv.pdf', size: 3 } };
    return { body: { ...person, ...(body as object), version: ++state.version } };
  });
  render(
    <Panel meta={noMeta}>
      <MetaContext.Provider value={{ ...noMeta, permissions }}>
        <Shown />
      </MetaContext.Provider>
    </Panel>,
  );
  return { calls, user: userEvent.setup({ delay: null }) };
};

const both = ['freelancer.update', 'resource.write'];

it('asks before a document is removed', async () => {
  const { calls, user } = draw(both);
  await user.click(await screen.findByRole('button', { name: 'panel.files.remove' }));
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'freelancer.files.remove' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ attachments: [] }));
  expect(calls.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"3"');
});

it('only reads the documents of somebody whom the reader may not change', async () => {
  draw(['resource.write']);
  expect(await screen.findByText('old.pdf')).toBeVisible();
  expect(screen.queryByText('panel.files.chooseMany')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'panel.files.remove' })).not.toBeInTheDocument();
});
