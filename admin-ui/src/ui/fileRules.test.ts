import { expect, it } from 'vitest';
import { endingsOf, imageTypes, sizeText, typesOf, wrongWith } from './fileRules';
import { fileOf } from './ui.fixture';

it('takes less than the service does where it is told to', () => {
  const rows = fileOf('rows.csv', 'text/csv', 2 * 1024 * 1024);
  expect(wrongWith(rows, ['text/csv'])).toBeUndefined();
  expect(wrongWith(rows, ['text/csv'], 1024 * 1024)).toEqual({
    key: 'panel.files.tooLarge',
    params: { size: rows.size, limit: 1024 * 1024 },
  });
});

it('knows files by their names where the browser knows no type', () => {
  expect(wrongWith(fileOf('photo.JPG', ''), imageTypes)).toBeUndefined();
  expect(wrongWith(fileOf('photo', ''), imageTypes)?.key).toBe('validation.ext');
  expect(wrongWith(fileOf('photo.png', 'image/png', 0), imageTypes)?.key).toBe('validation.emptyFile');
  expect(endingsOf(imageTypes)).toEqual(['jpg', 'jpeg', 'png', 'webp']);
  expect([sizeText('en', 1), sizeText('en', 20_000), sizeText('de', 3_565_158)]).toEqual(['1 kB', '20 kB', '3,4 MB']);
});

it.each([
  [['application/pdf'], ['application/pdf']],
  [
    ['image/*', 'text/csv'],
    ['text/csv', 'image/jpeg', 'image/png', 'image/webp'],
  ],
  [['video/mp4'], []],
])('knows the types that a field takes by %j', (accept, types) => expect(typesOf(accept)).toEqual(types));
