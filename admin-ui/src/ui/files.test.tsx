import { useState } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeService } from '../../test/service';
import { Field } from './Field';
import { FileInput } from './FileInput';
import { ImageUploader } from './ImageUploader';
import { drawWith, fileOf } from './ui.fixture';
import files from '../../../directus-schema/seed/en/files.json';
import engine from '../../../directus-schema/seed/en/engine.json';
import domain from '../../../directus-schema/seed/en/domain.json';
import panel from '../../../directus-schema/seed/en/panel.json';

/** A request that the test answers. */
class Call {
  static all: Call[] = [];
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  form?: FormData;
  open = () => Call.all.push(this);
  setRequestHeader = () => undefined;
  send = (form: FormData) => {
    this.form = form;
  };
  abort = vi.fn(() => this.onabort?.());
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

beforeEach(() => {
  Call.all = [];
  vi.stubGlobal('XMLHttpRequest', Call);
  fakeService(({ path }) => ({
    body: { id: path.split('/')[3], name: 'cv.pdf', mimeType: 'application/pdf', size: 2048 },
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const Files = () => {
  const [ids, setIds] = useState<string[]>([]);
  return (
    <Field label="Attachments">
      <FileInput isMany max={2} value={ids} onChange={setIds} />
    </Field>
  );
};

const Logo = ({ start = '' }) => {
  const [id, setId] = useState(start);
  return (
    <Field label="Logo">
      <ImageUploader label="Logo" value={id} onChange={setId} />
    </Field>
  );
};

const chooser = () => screen.getByLabelText('Attachments');

const texts = { ...panel, ...engine, ...domain, ...files };

const first = async () => {
  await waitFor(() => expect(Call.all).toHaveLength(1));
  const [call] = Call.all;
  if (!call) throw new Error('nothing was sent');
  return call;
};

it('sends a file, says how far it is, and lists it', async () => {
  const user = drawWith(<Files />, texts);
  await user.upload(chooser(), fileOf('cv.pdf', 'application/pdf'));
  const call = await first();
  call.upload.onprogress?.({ lengthComputable: true, loaded: 3, total: 4 });
  expect(await screen.findByRole('progressbar', { name: 'Sending cv.pdf' })).toHaveAttribute('aria-valuenow', '75');
  expect(call.form?.getAll('allowedMimeType')).toContain('application/pdf');
  call.answer(201, { id: 'r1' });
  expect(await screen.findByRole('button', { name: 'Download cv.pdf' })).toBeVisible();
  expect(screen.getByText('2 kB')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take out cv.pdf' }));
  expect(screen.queryByText('cv.pdf')).toBeNull();
});

it('takes what is dropped, and stops where the field is full', async () => {
  drawWith(<Files />, texts);
  const area = chooser().closest('.drop');
  if (!area) throw new Error('no place to drop');
  const dropped = [fileOf('a.pdf', 'application/pdf'), fileOf('b.pdf', 'application/pdf')];
  fireEvent.drop(area, { dataTransfer: { files: dropped } });
  (await first()).answer(201, { id: 'r1' });
  await waitFor(() => expect(Call.all).toHaveLength(2));
  Call.all[1]?.answer(201, { id: 'r2' });
  expect(await screen.findByText('2 files are the most there can be.')).toBeVisible();
});

it('keeps both of two files of which the second arrives before the first is drawn', async () => {
  drawWith(<Files />, texts);
  fireEvent.change(chooser(), {
    target: { files: [fileOf('a.pdf', 'application/pdf'), fileOf('b.pdf', 'application/pdf')] },
  });
  const call = await first();
  await act(async () => {
    call.answer(201, { id: 'r1' });
    await vi.waitFor(() => expect(Call.all).toHaveLength(2));
    Call.all[1]?.answer(201, { id: 'r2' });
    await Promise.resolve();
  });
  expect(await screen.findByText('2 files are the most there can be.')).toBeVisible();
});

it('says what is wrong before anything is sent', async () => {
  const user = drawWith(<Files />, texts);
  fireEvent.change(chooser(), { target: { files: [fileOf('run.exe', 'application/x-msdownload')] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('The file must be one of: pdf, docx');
  await user.click(screen.getByRole('button', { name: 'Dismiss run.exe' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(Call.all).toHaveLength(0);
});

it('says what the service found wrong, and sends another', async () => {
  const user = drawWith(<Files />, texts);
  await user.upload(chooser(), fileOf('cv.pdf', 'application/pdf'));
  (await first()).answer(415, {
    code: 'MIME_NOT_ALLOWED',
    messages: ['error.mime'],
    fieldErrors: { resource: ['validation.fileContent'] },
    params: { resource: { 'validation.fileContent': { expected: 'PDF', found: 'TXT', allowed: ['PDF', 'DOCX'] } } },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The name says PDF, but the content is TXT. Allowed: PDF, DOCX.',
  );
  await user.upload(chooser(), fileOf('cv2.pdf', 'application/pdf'));
  await waitFor(() => expect(Call.all).toHaveLength(2));
});

it('sends a file again that did not arrive, and names the request', async () => {
  const user = drawWith(<Files />, texts);
  await user.upload(chooser(), fileOf('cv.pdf', 'application/pdf'));
  (await first()).answer(503, { code: 'UNAVAILABLE', messages: ['error.unavailable'], requestId: 'r-9' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Request r-9');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(Call.all).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
  Call.all[1]?.answer(201, { id: 'r1' });
  expect(await screen.findByRole('button', { name: 'Download cv.pdf' })).toBeVisible();
});

it('stops sending when it is told to', async () => {
  const user = drawWith(<Files />, texts);
  await user.upload(chooser(), fileOf('cv.pdf', 'application/pdf'));
  const call = await first();
  await user.click(screen.getByRole('button', { name: 'Stop sending cv.pdf' }));
  expect(call.abort).toHaveBeenCalled();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('gives the focus to the choice of another file once one is removed', async () => {
  const user = drawWith(<Files />, texts);
  await user.upload(chooser(), fileOf('cv.pdf', 'application/pdf'));
  (await first()).answer(201, { id: 'r1' });
  await user.click(await screen.findByRole('button', { name: 'Take out cv.pdf' }));
  await waitFor(() => expect(chooser()).toHaveFocus());
});

it('gives the focus to the choice of another image once the image is removed', async () => {
  const user = drawWith(<Logo start="r1" />, texts);
  await user.click(screen.getByRole('button', { name: 'Remove image' }));
  await waitFor(() => expect(screen.getByLabelText('Logo')).toHaveFocus());
});

it('offers nothing to choose where nothing may be changed', () => {
  drawWith(
    <Field label="Attachments" isReadOnly>
      <FileInput value={['r1']} onChange={() => undefined} />
    </Field>,
    texts,
  );
  expect(screen.queryByLabelText('Attachments')).toBeNull();
  expect(screen.queryByRole('button', { name: /Take out/ })).toBeNull();
});

it('refuses an image that is too large before it is cut', async () => {
  const user = drawWith(<Logo />, texts);
  await user.upload(screen.getByLabelText('Logo'), fileOf('logo.png', 'image/png', 10 * 1024 * 1024 + 1));
  expect(await screen.findByRole('alert')).toHaveTextContent('The file has 10 MB. At most 10 MB are possible.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
