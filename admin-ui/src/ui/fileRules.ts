import { numberFormat } from '../format/format';

/** What a person is told of a file before the service sees it: a key and its parameters. */
export interface Wrong {
  key: string;
  params: Record<string, unknown>;
}

const megabyte = 1024 * 1024;

/** The most the service takes, in bytes. */
const fileBytes = 25 * megabyte;
const imageBytes = 10 * megabyte;

/** The images there may be. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The documents there may be besides. */
const documentTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/plain',
] as const;

/** What a table is saved as. */
export const tableTypes: readonly string[] = documentTypes.filter(
  type => type.startsWith('text/') || type.includes('sheet'),
);

/** Every type of file there may be. */
export const everyType: readonly string[] = [...documentTypes, ...imageTypes];

/** The types that patterns such as image/* stand for. */
export const typesOf = (patterns: readonly string[]) =>
  everyType.filter(type => patterns.some(p => p === type || (p.endsWith('/*') && type.startsWith(p.slice(0, -1)))));

const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
  'application/json': ['json'],
  'application/xliff+xml': ['xlf', 'xliff'],
};

/** The endings of names that go with types, as people know them. */
export const endingsOf = (types: readonly string[]) => types.flatMap(type => endings[type] ?? []);

/** One ending for each type, for a sentence that says what is possible. */
export const shortEndings = (types: readonly string[]) => types.flatMap(type => endings[type]?.[0] ?? []);

/** What the browser's own chooser offers. */
export const acceptOf = (types: readonly string[]) => [...types, ...endingsOf(types).map(e => `.${e}`)].join(',');

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const isImage = (type: string) => type.startsWith('image/');

/** The most bytes a file of these types may have. */
export const limitOf = (types: readonly string[]) => (types.every(isImage) ? imageBytes : fileBytes);

/** Says what is wrong with a file as far as its name and size tell. The service looks at its bytes. */
export const wrongWith = (file: File, types: readonly string[], most = fileBytes): Wrong | undefined => {
  const fits = types.includes(file.type) || endingsOf(types).includes(endingOf(file.name));
  if (!fits) return { key: 'validation.ext', params: { ext: shortEndings(types) } };
  if (file.size === 0) return { key: 'validation.emptyFile', params: {} };
  const limit = Math.min(most, isImage(file.type) ? imageBytes : fileBytes);
  return file.size > limit ? { key: 'panel.files.tooLarge', params: { size: file.size, limit } } : undefined;
};

const units = [
  { least: 1024 * megabyte, unit: 'gigabyte', digits: 1 },
  { least: megabyte, unit: 'megabyte', digits: 1 },
  { least: 0, unit: 'kilobyte', digits: 0 },
] as const;

/** A number of bytes as people say it: "3.4 MB". */
export const sizeText = (locale: string, bytes: number) => {
  const { least, unit, digits } = units.find(one => bytes >= one.least) ?? units[2];
  const value = bytes / (least || 1024);
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    least ? value : Math.max(1, Math.ceil(value)),
  );
};
