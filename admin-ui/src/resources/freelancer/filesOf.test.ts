import { expect, it } from 'vitest';
import { filesOf, type ApplicationFiles } from './filesOf';

const application = (id: number, files: Partial<ApplicationFiles>): ApplicationFiles => ({
  id,
  projectTitle: '',
  clientName: '',
  sentAt: null,
  cvResourceId: '',
  attachments: [],
  pdfResourceId: '',
  ...files,
});

it('tells each file of a person once, CVs first, with the applications that it was sent with', () => {
  const files = filesOf([
    application(3, { cvResourceId: 'new', attachments: ['letter'] }),
    application(2, { cvResourceId: 'old', pdfResourceId: 'paper' }),
    application(1, { cvResourceId: 'old', attachments: ['letter', 'old'] }),
  ]);
  expect(files.map(({ id, kind, applications }) => [id, kind, applications.map(one => one.id)])).toEqual([
    ['new', 'cvResourceId', [3]],
    ['old', 'cvResourceId', [2, 1]],
    ['letter', 'attachments', [3, 1]],
    ['paper', 'pdfResourceId', [2]],
  ]);
});
