import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '../../ui/IconButton';
import type { Job } from '../../generated/answers';
import { fetchJobs, isAtWork, jobsKey } from './job';
import { JobDialog } from './JobDialog';
import { JobsPanel } from './JobsPanel';
import { closeJob, openJob, useJobStore } from './jobStore';
import { useJobNews } from './useJobNews';
import { useJobWords } from './useJobWords';

const pause = 3_000;
const none: Job[] = [];

/** The button in the bar that says how many jobs are at work, the list it opens, and the dialog of one of them. */
export const JobsMenu = () => {
  const { t, number } = useJobWords();
  const { opened } = useJobStore();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const { data = none } = useQuery({
    queryKey: jobsKey,
    queryFn: ({ signal }) => fetchJobs(signal),
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? pause : false),
    refetchIntervalInBackground: true,
  });
  useJobNews(data);
  useEffect(() => closeJob, []); // whoever signs in next has not opened it
  const busy = data.filter(isAtWork).length;
  const show = (id: string) => {
    setOpen(false);
    openJob(id);
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon="tasks"
        label={busy > 0 ? t('panel.jobs.menuBusy', { count: number(busy), smart_count: busy }) : t('panel.jobs.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {busy > 0 && (
        <span className="n" aria-hidden="true">
          {number(busy)}
        </span>
      )}
      {isOpen && <JobsPanel jobs={data} anchor={anchor} onShow={show} onClose={() => setOpen(false)} />}
      {opened && <JobDialog key={opened} id={opened} onClose={closeJob} />}
    </>
  );
};
