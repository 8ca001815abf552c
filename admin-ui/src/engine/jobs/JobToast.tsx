import { LinkButton } from '../../ui/LinkButton';
import type { Job } from '../../generated/answers';
import { openJob } from './jobStore';
import { useJobWords } from './useJobWords';

interface Props {
  job: Job;
}

/** How a job ended, and the way to its result. */
export const JobToast = ({ job }: Props) => {
  const { t, titleOf, resultOf } = useJobWords();
  return (
    <>
      <p>
        {titleOf(job)}. {t(`panel.jobs.state.${job.state}`)}, {resultOf(job)}.
      </p>
      <p className="toast-more">
        <LinkButton onClick={() => openJob(job.jobId)}>{t('panel.jobs.show')}</LinkButton>
      </p>
    </>
  );
};
