import type { Application } from '../../generated/resources';

/** What the call answers of an application. */
export type ApplicationFiles = Pick<
  Application,
  'id' | 'projectTitle' | 'clientName' | 'sentAt' | 'cvResourceId' | 'attachments' | 'pdfResourceId'
>;

/** The field of an application that names a file. */
type FileKind = 'cvResourceId' | 'attachments' | 'pdfResourceId';

/** One file, what it is, and the applications that name it, the newest first. */
interface PersonFile {
  id: string;
  kind: FileKind;
  applications: ApplicationFiles[];
}

const order: FileKind[] = ['cvResourceId', 'attachments', 'pdfResourceId'];

/** The files that applications name, each once: CVs first, then what was attached, then profiles on paper. */
export const filesOf = (applications: readonly ApplicationFiles[]): PersonFile[] => {
  const files = new Map<string, PersonFile>();
  for (const kind of order) {
    for (const application of applications) {
      for (const id of [application[kind]].flat().filter(Boolean)) {
        const file = files.get(id) ?? { id, kind, applications: [] };
        if (!file.applications.includes(application)) file.applications.push(application);
        files.set(id, file);
      }
    }
  }
  return [...files.values()];
};
