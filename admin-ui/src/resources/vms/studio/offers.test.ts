import { expect, it } from 'vitest';
import { placesOf, programOffers, targetOffers, type Names } from './offers';

const names: Names = {
  places: placesOf({
    application: {
      availabilityFrom: '2027-01-11',
      availabilityShare: 100,
      billRate: 96.5,
      answers: [{ question: { key: 'a' } }],
    },
    freelancer: { email: '•••' },
  }),
  functions: ['ascii_downcase', 'lookup', 'select'],
  lookups: ['uom', 'country'],
};
const offered = (program: string, isRequested = false, caret = program.length) =>
  programOffers(program, caret, names, isRequested)?.list.map(({ text }) => text);

it.each([
  ['.application.avail', ['availabilityFrom', 'availabilityShare']],
  ['.app', ['application']],
  ['.application.answers[].question.', ['key']],
  ['.application.billRate | asc', ['ascii_downcase']],
  ['.x | lookup("u', ['uom', 'country']],
])('offers for %s what can follow', (program, texts) => {
  expect(offered(program)).toEqual(texts);
});

it.each(['', '.application.billRate', '"a text with .app', '.x | l'])(
  'offers nothing for %s unless it is asked for',
  program => {
    expect(offered(program)).toBeUndefined();
  },
);

it('offers every field and function where one asks with nothing typed', () => {
  expect(offered('', true)).toEqual(['.application', '.freelancer', 'ascii_downcase', 'lookup', 'select']);
});

it('replaces only the step of the path that is being typed', () => {
  expect(programOffers('.application.bil', 16, names, false)).toMatchObject({ from: 13, to: 16 });
});

it('shows what the sample has at a field', () => {
  expect(programOffers('.application.bil', 16, names, false)?.list[0]).toEqual({
    text: 'billRate',
    kind: 'number',
    value: '96.5',
  });
});

it('offers the targets that have what is typed', () => {
  const targets = ['project.title', 'project.status'].map(text => ({ text, kind: 'text', value: '' }));
  expect(targetOffers('tit', 3, targets, false)?.list).toEqual([targets[0]]);
  expect(targetOffers('project.title', 13, targets, false)).toBeUndefined();
  expect(targetOffers('project.title', 13, targets, true)?.list).toHaveLength(2);
});
