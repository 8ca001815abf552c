import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, nameOf } from '../../format/format';
import type { TextCoverage } from '../../generated/answers';
import { Bar } from '../../ui/Level';
import { readCoverage } from './coverageCalls';

interface Props {
  client: number;
  /** Shows the texts of one language in one state. */
  onPick: (locale: string, state: string) => void;
}

const lookEvery = 5_000;

/** How far each language is, as bars that lead to what is left to do. */
export const Coverage = ({ client, onPick }: Props) => {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: ['coverage', client],
    queryFn: ({ signal }) => readCoverage(client, signal),
    refetchInterval: lookEvery, // states and languages change without another version of the texts
  });
  if (!data) return <div className="tx-cov wait" aria-hidden="true" />;
  return (
    <section className="tx-cov" aria-label={t('panel.texts.coverage')}>
      {data.map(one => (
        <Language key={one.locale} coverage={one} onPick={onPick} />
      ))}
    </section>
  );
};

interface LanguageProps extends Pick<Props, 'onPick'> {
  coverage: TextCoverage;
}

const Language = ({ coverage, onPick }: LanguageProps) => {
  const t = useTranslate();
  const shown = useLocale() ?? 'en';
  const { locale, used, missing, stale, broken, percent } = coverage;
  const share = (n: number) => (used > 0 ? n / used : 0);
  const complete = missing + stale + broken === 0;
  const left = [
    { count: missing, key: 'panel.texts.missingCount', state: 'MISSING' },
    { count: stale, key: 'panel.texts.staleCount', state: 'STALE' },
    { count: broken, key: 'panel.texts.brokenCount', state: 'BROKEN' },
  ].filter(({ count }) => count > 0);
  return (
    <button type="button" onClick={() => onPick(locale, left[0]?.state ?? '')}>
      <span className="row">
        <b>{nameOf(shown, 'language', locale)}</b>
        <span className="tag">{locale}</span>
        <span className="end b">{formatNumber(shown, percent)} %</span>
      </span>
      <Bar
        isThin
        parts={[
          { share: share(used - missing - stale - broken), tone: complete ? 'ok' : 'accent' },
          { share: share(stale), tone: 'warn' },
          { share: share(broken), tone: 'bad' },
        ]}
      />
      <span className="s12 t2">
        {complete
          ? t('panel.texts.allThere')
          : left.map(({ key, count }) => t(key, { count: formatNumber(shown, count) })).join(', ')}
      </span>
    </button>
  );
};
