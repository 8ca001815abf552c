const parts = /(%\{.*?\}|\s*\|\|\|\|\s*|\n)/;

/** A text as translators read it: its placeholders stand out, and so do the ends of its forms and lines. */
export const Tokens = ({ text }: { text: string }) =>
  text.split(parts).map((part, i) => {
    const name = /^%\{(.*?)\}$/.exec(part)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    return name === undefined ? <Words key={i} part={part} /> : <span key={i} className="tx-ph">{`{${name}}`}</span>;
  });

const Words = ({ part }: { part: string }) => {
  if (part.includes('||||')) return <span className="tx-form"> | </span>;
  return part === '\n' ? <span className="tx-form">↵ </span> : part;
};
