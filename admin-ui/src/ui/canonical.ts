/**
 * The one form of texts that people write. The service says the same in its package canonical;
 * directus-schema/testdata/canonical.json holds both to it.
 */

const fillers =
  '\\u{34f}\\u{115f}\\u{1160}\\u{17b4}\\u{17b5}\\u{180b}-\\u{180f}\\u{2800}\\u{3164}\\u{fe00}-\\u{fe0f}\\u{ffa0}\\u{e0000}-\\u{e0fff}';
const invisible = `\\s\\p{Z}\\p{Cc}\\p{Cf}${fillers}`;
const apostrophes = "'`´ˈˊˋ΄᾽᾿῾՚׳״′‵Ꞌꞌ\\u{1ffd}\\u{1fef}\\u{374}\\u{ff07}\\u{2b9}-\\u{2bf}\\u{2018}-\\u{201b}";

const blank = new RegExp(`^[${invisible}]*$`, 'u');
const isApostrophe = new RegExp(`[${apostrophes}]`, 'gu');
const dropped = new RegExp(`[\\p{M}\\p{Cf}${fillers}${apostrophes}]`, 'gu');
const separators = /[\s\u0085\p{Pd}./\\\u2043\u2212·•‧∙⋅・･。｡⁄∕]+/gu;

// Letters that no decomposition takes apart.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};

/** Whether a text shows nothing at all. */
export const isBlankText = (text: string) => blank.test(text);

/** The form in which texts are searched and sorted. */
export const fold = (text: string) =>
  text
    .replace(isApostrophe, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(dropped, '')
    .replace(separators, ' ')
    .replace(/[ßæœøłđðþıħŧς]/gu, letter => letters[letter] ?? letter)
    .trim();

/** The words of a text that somebody looks for. A comma parts them, unless it is one of a number. */
export const searchWords = (text: string) =>
  fold(text)
    .replace(/;|,(?!\d)|(?<!\d),/gu, ' ')
    .split(' ')
    .filter(Boolean);

const mostOfAddress = 254;
const mostOfLocal = 64;
const atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\u{80}-\\u{10ffff}-]+";
const localPart = new RegExp(`^${atom}(\\.${atom})*$`, 'u');
const noPart = new RegExp(`[${invisible}\\p{Pi}\\p{Pf}\\p{Co}\\p{Cs}\\u{201a}\\u{201e}]`, 'u');
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^(${label}\\.)+${label}$`);
const noDomain = new RegExp(`[${invisible}/:?#%@[\\]<>^|\\\\]`, 'u');

/** The name of a host as A-labels; nothing for what is none. */
const asciiDomain = (text: string) => {
  if (noDomain.test(text)) return undefined;
  const lower = text.toLowerCase();
  if (/^[\u0020-\u007e]*$/.test(lower) && !/(^|\.)xn--/.test(lower)) return domainName.test(lower) ? lower : undefined;
  try {
    const { hostname } = new URL(`http://${text}`);
    return domainName.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a text is the address of a mailbox. */
export const isEmail = (text: string) => {
  const [local = '', domain = '', ...more] = text.split('@');
  const ascii = more.length === 0 ? asciiDomain(domain) : undefined;
  return (
    ascii !== undefined &&
    localPart.test(local) &&
    !noPart.test(local) &&
    [...local].length <= mostOfLocal &&
    [...local].length + 1 + ascii.length <= mostOfAddress
  );
};

/** The key of what is wrong with the characters of a text of one line. */
export const wrongCharacter = (text: string) => {
  const line = text.trim();
  if (/[\n\t\u2028\u2029]/u.test(line)) return 'validation.oneLine';
  return /\p{Bidi_Control}/u.test(line) ? 'validation.direction' : undefined;
};
