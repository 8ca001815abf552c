/** Adds to a text from which key it came, where nobody sees it. */
type Mark = (key: string, text: string) => string;

const listeners = new Set<() => void>();
let isOn = false;
let mark: Mark | undefined;

const notify = () => {
  for (const listener of listeners) listener();
};

/** Whether the texts of the panel are edited where they stand. It holds until the page is loaded anew. */
export const isEditingTexts = () => isOn;

/** Begins or ends editing texts where they stand. */
export const editTexts = (next: boolean) => {
  isOn = next;
  notify();
};

/** What marks texts; nothing while they are not edited. */
export const textMark = () => mark;

/** Takes what marks texts from the part that can read the marks. */
export const markTexts = (next: Mark | undefined) => {
  mark = next;
  notify();
};

/** Tells when either changes. */
export const onTextMarks = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
