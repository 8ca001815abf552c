import { useTranslate } from 'ra-core';
import { wordsOf, type Part } from './wordsOf';
import './plain.css';

interface Props {
  before: string;
  after: string;
}

/** One value before and after, each a word of its own. */
export const Difference = ({ before, after }: Props) => (
  <>
    <Gone>{before}</Gone> <Came>{after}</Came>
  </>
);

/** The same in two cells of a row. */
export const DifferenceCells = ({ before, after }: Props) => (
  <>
    <span>
      <Gone>{before}</Gone>
    </span>
    <span>
      <Came>{after}</Came>
    </span>
  </>
);

/** A value that was replaced. */
export const Gone = ({ children }: { children: string }) => {
  const t = useTranslate();
  if (children === '') return <Nothing />;
  return (
    <del className="gone">
      <span className="vh">{t('panel.difference.gone')} </span>
      {children}
    </del>
  );
};

/** A value that took the place of another. */
export const Came = ({ children }: { children: string }) => {
  const t = useTranslate();
  if (children === '') return <Nothing />;
  return (
    <ins className="came">
      <span className="vh">{t('panel.difference.came')} </span>
      {children}
    </ins>
  );
};

/** A long text with the words that went and came, in place. */
export const TextDifference = ({ before, after }: Props) => (
  <p className="txt">
    {wordsOf(before, after).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their place
      <Word key={i} {...part} />
    ))}
  </p>
);

const Word = ({ kind, text }: Part) => {
  if (kind === 'same') return <>{text}</>;
  const words = text.trimEnd();
  const space = text.slice(words.length);
  return (
    <>
      {kind === 'gone' ? <del className="gone">{words}</del> : <ins className="came">{words}</ins>}
      {space || ' '}
    </>
  );
};

const Nothing = () => {
  const t = useTranslate();
  return <span className="t3">{t('panel.difference.empty')}</span>;
};
