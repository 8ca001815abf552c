import { useTranslate } from 'ra-core';
import type { QuestionPreview } from '../../generated/answers';
import { Note } from '../../ui/Note';
import { Past } from './Past';

/** What the answer does, and what the question would have done to the answers there are. */
export const Outcome = ({ seen }: { seen: QuestionPreview }) => {
  const t = useTranslate();
  const title = t('panel.question.try.outcome');
  return (
    <section className="q-look" aria-label={title}>
      <h3>{title}</h3>
      <Note tone={seen.rejects ? 'bad' : 'neutral'} icon={seen.rejects ? 'alert' : 'info'} isNews>
        {t(verdict(seen))}
      </Note>
      <Past seen={seen} />
    </section>
  );
};

const verdict = ({ given, problems, right, rejects }: QuestionPreview) => {
  if (problems.length > 0) return 'panel.question.try.refused';
  if (!given) return 'panel.question.try.type';
  if (rejects) return 'panel.question.try.rejects';
  return right === false ? 'panel.question.try.wrong' : 'panel.question.try.accepted';
};
