const linesOf = (text: string) => text.split('\n').flatMap(line => line.trim() || []);

/** Whether a text says anything that the draft it was written on does not. */
export const hasOwnWords = (text: string, draft: string) => {
  const draftLines = new Set(linesOf(draft));
  return linesOf(text).some(line => !draftLines.has(line));
};
