interface Props {
  text: string;
  wanted: string;
}

/** A text with the words one typed set off. */
export const Marked = ({ text, wanted }: Props) => {
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  return text.split(pattern).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <mark key={i}>{part}</mark>
    ) : (
      part
    ),
  );
};

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
