import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useStill } from '../../engine/useStill';
import { HttpError } from '../../providers/httpError';
import { cronKey, previewSchedule } from './calls';

const restMs = 400;

/** What a schedule would do, once typing rests; or what is wrong with it, and where. */
export const useSchedulePreview = (schedule: string) => {
  const settled = useStill(schedule.trim(), restMs);
  const { data, error, isFetching } = useQuery({
    queryKey: [...cronKey, 'preview', settled],
    queryFn: ({ signal }) => previewSchedule(settled, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isBusy = isFetching || settled !== schedule.trim();
  const wrong = !isBusy && error instanceof HttpError ? error.sayingOf('schedule') : undefined;
  return { preview: error ? undefined : data, wrong, isBusy };
};
