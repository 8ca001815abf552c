import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { Bar } from '../../ui/Level';
import { Note } from '../../ui/Note';
import type { Simulation } from './useSimulation';

/** What the answer does, and what the question would have done to the answers there are. */
export const Outcome = ({ seen }: { seen: Simulation }) => {
  const t = useTranslate();
  const { base } = useFormState();
  const title = t('panel.question.try.outcome');
  return (
    <section className="q-look" aria-label={title}>
      <h3>{title}</h3>
      <Note tone={seen.rejects ? 'bad' : 'neutral'} icon={seen.rejects ? 'alert' : 'info'} isNews>
        {t(verdict(seen))}
      </Note>
      {seen.past && (
        <>
          <p className="q-past">
            <b>{t('panel.question.try.past', { wrong: seen.past.wrong, smart_count: seen.past.answers })}</b>
          </p>
          {seen.past.answers > 0 && <Bar parts={[{ share: seen.past.wrong / seen.past.answers, tone: 'bad' }]} />}
        </>
      )}
      {!seen.past && base['used'] === true && <p className="help">{t('panel.question.try.noRight')}</p>}
    </section>
  );
};

const verdict = ({ given, problems, right, rejects }: Simulation) => {
  if (problems.length > 0) return 'panel.question.try.refused';
  if (!given) return 'panel.question.try.type';
  if (rejects) return 'panel.question.try.rejects';
  return right === false ? 'panel.question.try.wrong' : 'panel.question.try.accepted';
};
