import { Bar } from '../../../ui/Level';
import { countsOf, Impact } from '../../form/Impact';
import { useReasonTexts } from '../../form/useFailureText';
import { useStatusBase } from '../../form/possibleStatuses';
import { useResourceMeta } from '../../../meta';
import { useWords } from '../../useWords';
import type { BulkPreview } from '../../../generated/answers';
import { textIfAny } from '../../../providers/textIfAny';
import { countReasons, outcomesOf } from './bulk';

interface Props {
  isChecking: boolean;
  preview: BulkPreview | undefined;
}

/** Counted otherwise here, or about one record alone. */
const elsewhere = ['talentTold', 'positionsLeft'];

/** What an action on many records would do, as far as it was tried: how many change, what happens to others, how many mails go out. */
export const Forecast = ({ isChecking, preview }: Props) => {
  const { t, number } = useWords();
  if (isChecking || !preview)
    return (
      <p className="bulk-sum" role="status">
        {t(isChecking ? 'panel.bulk.checking' : 'panel.bulk.fill')}
      </p>
    );
  const { count, tried, wouldFail, unchanged, mails } = preview;
  const all = tried === count;
  const good = tried ? (tried - wouldFail - unchanged) / tried : 0;
  const figures = { tried: number(tried), total: number(count), bad: number(wouldFail) };
  return (
    <>
      <div className="bulk-sum" role="status">
        <Bar
          parts={[
            { share: good, tone: 'accent' },
            { share: 1 - good, tone: 'neutral' },
          ]}
        />
        <span>
          {all ? (
            <Plan preview={preview} />
          ) : (
            t(wouldFail + unchanged > 0 ? 'panel.jobs.many.someFail' : 'panel.jobs.many.noneFails', figures)
          )}
        </span>
      </div>
      {!all && (
        <p className="s13">
          {t('panel.jobs.many.estimate', { good: number(Math.round(count * good)), total: number(count) })}
        </p>
      )}
      {unchanged > 0 && <p className="s13">{t('panel.bulk.unchanged', { smart_count: unchanged })}</p>}
      <Effects preview={preview} />
      {mails > 0 && <p className="s13">{t('panel.jobs.many.mails', { smart_count: mails })}</p>}
    </>
  );
};

/** How many of all change, and for which reasons the others do not. */
const Plan = ({ preview }: { preview: BulkPreview }) => {
  const { t, number } = useWords();
  const textsOf = useReasonTexts();
  const { count, wouldFail, unchanged } = preview;
  const reasons = countReasons(outcomesOf(preview).map(outcome => (outcome.allowed ? [] : textsOf(outcome))));
  const why = reasons.map(([reason, times]) => t('panel.bulk.why', { reason, times: number(times) })).join(' ');
  const figures = { good: number(count - wouldFail - unchanged), total: number(count), smart_count: wouldFail, why };
  return t(wouldFail > 0 ? 'panel.bulk.planLeft' : 'panel.bulk.plan', figures);
};

const Effects = ({ preview: { impact: counted, tried, count, mails } }: { preview: BulkPreview }) => {
  const { t, number } = useWords();
  const meta = useResourceMeta();
  const status = useStatusBase(meta);
  const impact = counted ?? {};
  const [first] = countsOf(impact).filter(({ name }) => !elsewhere.includes(name));
  const note = tried < count && <p className="s13 t2">{t('panel.jobs.many.ofTried', { tried: number(tried) })}</p>;
  if (!first) return mails > 0 ? note : null;
  const own = `${meta.name}.impact.${first.name}`;
  return (
    <>
      {note}
      <Impact base={textIfAny(t, [own]) ? meta.name : status} impact={impact} without={elsewhere} />
    </>
  );
};
