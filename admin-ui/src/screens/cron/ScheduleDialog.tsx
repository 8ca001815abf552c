import { useState } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { useFailureText } from '../../engine/form/useFailureText';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { ScheduledJob, ScheduleOverlap } from '../../generated/answers';
import { HttpError } from '../../providers/httpError';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { change, cronKey } from './calls';
import { UpcomingRuns } from './UpcomingRuns';
import { useSchedulePreview } from './useSchedulePreview';
import { scheduleWords } from './scheduleWords';

const policies: ScheduleOverlap[] = ['SKIP', 'QUEUE'];

/** When a job is run, and what becomes of a due run while another goes on. */
export const ScheduleDialog = ({ job, onClose }: { job: ScheduledJob; onClose: () => void }) => {
  const t = useTranslate();
  const notify = useNotify();
  const say = useFailureText();
  const client = useQueryClient();
  const [locale] = useLocaleState();
  const { name, defaultSchedule } = job;
  const [schedule, setSchedule] = useState(job.schedule);
  const [overlap, setOverlap] = useState<ScheduleOverlap>(job.overlap);
  const saving = useMutation({
    mutationFn: () => change(name, { schedule: schedule === defaultSchedule ? null : schedule, overlap }),
    onSuccess: async () => {
      notify('panel.cron.saved', { type: 'success', messageArgs: { name } });
      await client.invalidateQueries({ queryKey: cronKey });
      onClose();
    },
  });
  const { error, isPending, mutate, reset } = saving;
  const write = (text: string) => {
    setSchedule(text);
    reset(); // what was wrong was said of another text
  };
  const { preview, wrong, isBusy } = useSchedulePreview(schedule);
  const refused = error instanceof HttpError ? error.sayingOf('schedule') : undefined;
  const saying = refused ?? wrong;
  const words = preview && scheduleWords(t, locale, preview);
  const unsaved = Number(schedule !== job.schedule) + Number(overlap !== job.overlap);
  return (
    <Modal
      title={t('panel.cron.editTitle', { name })}
      isBusy={isPending}
      unsaved={unsaved}
      onClose={onClose}
      actions={
        <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
          {t('panel.cron.save')}
        </Button>
      }
    >
      <div className="cron-form">
        {error && !refused && <Refusal error={error} onRetry={retryOf(saving)} />}
        <Field
          label={t('panel.cron.schedule')}
          hint={words ?? t('panel.cron.scheduleHint')}
          error={saying && say(saying.key, saying.params)}
        >
          <TextInput isMono value={schedule} onChange={write} />
        </Field>
        {schedule !== defaultSchedule && (
          <Button look="quiet" icon="undo" onClick={() => write(defaultSchedule)}>
            {t('panel.cron.reset', { schedule: defaultSchedule })}
          </Button>
        )}
        {preview && <UpcomingRuns preview={preview} isBusy={isBusy} />}
        <Field label={t('panel.cron.overlap')}>
          <Select
            value={overlap}
            onChange={value => setOverlap(policies.find(one => one === value) ?? 'SKIP')}
            choices={policies.map(value => ({ value, label: t(`enum.scheduleOverlap.${value}`) }))}
          />
        </Field>
      </div>
    </Modal>
  );
};
