import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../engine/useErrorToast';
import type { ScheduledJob } from '../../generated/answers';
import { useCan, useOutsideScope } from '../../meta';
import { useNavigate } from '../../router/useNavigate';
import { Button } from '../../ui/Button';
import { Menu } from '../../ui/Menu';
import { base, cancel, cronKey, resume } from './calls';
import { PauseDialog } from './PauseDialog';
import { ScheduleDialog } from './ScheduleDialog';
import { TriggerDialog } from './TriggerDialog';

type Open = 'trigger' | 'pause' | 'schedule';

/** What can be done with a job: run it now or stop it, and behind the dots pause, resume and change it. */
export const JobMenu = ({ job, hasRuns = true }: { job: ScheduledJob; hasRuns?: boolean }) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const mayTrigger = useCan('cron.trigger');
  const mayManage = useCan('cron.manage');
  const outside = useOutsideScope('scheduler.trigger');
  const closed = useOutsideScope('scheduler.pause');
  const refused = closed === undefined ? {} : { refusal: closed };
  const [open, setOpen] = useState<Open>();
  const { stop, goOn } = useJobActions(job);
  const close = () => setOpen(undefined);
  const { name, running, enabled } = job;
  const lines = [
    ...(hasRuns ? [{ label: t('panel.cron.history'), onSelect: () => navigate(`${base}/${name}`) }] : []),
    ...(mayManage && enabled ? [{ label: t('panel.cron.pause'), onSelect: () => setOpen('pause'), ...refused }] : []),
    ...(mayManage && !enabled ? [{ label: t('panel.cron.resume'), onSelect: goOn, ...refused }] : []),
    ...(mayManage ? [{ label: t('panel.cron.edit'), onSelect: () => setOpen('schedule'), ...refused }] : []),
  ];
  return (
    <>
      {running && mayManage && (
        <Button small icon="xSquare" refusal={closed} onClick={stop} aria-label={`${t('panel.cron.stop')}: ${name}`}>
          {t('panel.cron.stop')}
        </Button>
      )}
      {!running && mayTrigger && (
        <Button
          small
          icon="play"
          refusal={outside}
          onClick={() => setOpen('trigger')}
          aria-label={`${t('panel.cron.run')}: ${name}`}
        >
          {t('panel.cron.run')}
        </Button>
      )}
      <Menu small label={t('panel.cron.menu', { name })} lines={lines} />
      {open === 'trigger' && <TriggerDialog job={job} onClose={close} />}
      {open === 'pause' && <PauseDialog names={[name]} onClose={close} />}
      {open === 'schedule' && <ScheduleDialog job={job} onClose={close} />}
    </>
  );
};

/** What is done at once, with a word about it afterwards. */
const useJobActions = ({ name, recent }: ScheduledJob) => {
  const notify = useNotify();
  const showError = useErrorToast();
  const client = useQueryClient();
  const settle = (text: string) => {
    notify(text, { type: 'success', messageArgs: { name } });
    return client.invalidateQueries({ queryKey: cronKey });
  };
  const stopping = useMutation({
    mutationFn: (id: string) => cancel(id),
    onSuccess: () => settle('panel.cron.cancelled'),
    onError: error => showError(error),
  });
  const resuming = useMutation({
    mutationFn: () => resume(name),
    onSuccess: () => settle('panel.cron.resumed'),
    onError: error => showError(error),
  });
  const open = recent.find(run => run.state === 'RUNNING') ?? recent.find(run => run.state === 'QUEUED');
  return { stop: () => open && stopping.mutate(open.runId), goOn: () => resuming.mutate() };
};
