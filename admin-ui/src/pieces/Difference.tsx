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

/** A value that was replaced. */
export const Gone = ({ children }: { children: string }) => {
  const t = useTranslate();
  return children === '' ? <Nothing /> : <del className="gone" aria-label={t('panel.difference.gone', { value: children })}>{children}</del>;
};

/** A value that took the place of another. */
export const Came = ({ children }: { children: string }) => {
  const t = useTranslate();
  return children === '' ? <Nothing /> : <ins className="came" aria-label={t('panel.difference.came', { value: children })}>{children}</ins>;
};

/** A long text with the words that went and came, in place. */
export const TextDifference = ({ before, after }: Props) => (
  <p className="txt">
    {wordsOf(before, after).map((part, i) => (
      <Word key={i} {...part} />
    ))}
  </p>
);

const Word = ({ kind, text }: Part) => {
  if (kind === 'same') return <>{text}</>;
  return kind === 'gone' ? <del className="gone">{text}</del> : <ins className="came">{text}</ins>;
};

const Nothing = () => {
  const t = useTranslate();
  return <span className="t3">{t('panel.difference.empty')}</span>;
};
