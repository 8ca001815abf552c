/** Where the tag characters of Unicode begin: a copy of ASCII that no browser draws, made to say things about text. */
const tags = 0xe0000;
const end = '\u{e007f}';
const pattern = /([\u{e0020}-\u{e007e}]+)\u{e007f}/gu;

const printable = /^[!-~]+$/;

/** Writes behind a text from which key it came. */
export const mark = (key: string, text: string) =>
  text === '' || !printable.test(key)
    ? text
    : `${text}${String.fromCodePoint(...[...key].map(letter => tags + letter.charCodeAt(0)))}${end}`;

/** The keys a text came from: more than one where one text is part of another. */
export const keysIn = (text: string) =>
  [...text.matchAll(pattern)].map(([, tagged = '']) =>
    String.fromCharCode(...[...tagged].map(letter => (letter.codePointAt(0) ?? tags) - tags)),
  );

const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];

/** What is pressed or chosen as one: a click on its icon means its name. */
const widgets =
  'a, button, label, input, textarea, select, [role=button], [role=option], [role=menuitem], [role=tab], [role=combobox]';

const unique = (keys: string[]) => [...new Set(keys)];

const ownTexts = (element: Element) => [
  ...[...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.nodeValue ?? ''),
  ...attributes.map(name => element.getAttribute(name) ?? ''),
];

/** The keys of all texts in an element, those that are only heard included. */
export const keysWithin = (element: Element) =>
  unique([element, ...element.querySelectorAll('*')].flatMap(each => ownTexts(each).flatMap(keysIn)));

/** An element with the keys of its texts. */
export interface Spot {
  element: Element;
  keys: string[];
}

/** What stands where somebody points: the text itself, or the texts of the control that it belongs to. */
export const spotAt = (target: Element): Spot | undefined => {
  const own = unique(ownTexts(target).flatMap(keysIn));
  if (own.length > 0) return { element: target, keys: own };
  const control = target.closest(widgets);
  const keys = control ? keysWithin(control) : [];
  return control && keys.length > 0 ? { element: control, keys } : undefined;
};
