import { useMeta } from '../../meta';
import { useRecordPath } from '../../engine/useRecordPath';
import type { Application } from '../../generated/resources';
import type { Check } from './types';
import { useRecordLink } from './useRecordLink';

/** The name of a check: the last word of its key. */
export const nameOf = ({ key }: Check) => key.slice(key.lastIndexOf('.') + 1);

/** What is missing says what blocks the sending; only that the talent has not confirmed blocks nothing else. */
export const missingKey = (check: Check) =>
  nameOf(check) === 'confirmed' ? 'panel.application.notConfirmed' : `application.block.${nameOf(check)}`;

const idOf = ({ params }: Check) => {
  const { id } = (params ?? {}) as Record<string, unknown>; // named values for a text
  return typeof id === 'number' ? id : undefined;
};

/** Gives for a check that fails the way to where it is mended, and the words for it. Some are mended by the next step itself. */
export const useMends = (application: Application) => {
  const meta = useMeta();
  const path = useRecordPath();
  const link = useRecordLink();
  const edit = meta.resources.some(({ name, can }) => name === 'application' && can.includes('update'))
    ? path(application.id, 'edit')
    : undefined;
  return (check: Check) => {
    const places: Record<string, string | undefined> = {
      projectInactive: link('project', application.projectId),
      channelManual: link('client', application.clientId),
      channelVMS: link('client', application.clientId),
      ratesMissing: edit,
      rateOutOfRange: edit,
      consentMissing: link('freelancer', application.freelancerId),
      erasureAsked: link('freelancer', application.freelancerId),
      talentInactive: link('freelancer', application.freelancerId),
      duplicate: path(idOf(check)),
    };
    const to = places[nameOf(check)];
    return to ? { to, label: `panel.application.mend.${nameOf(check)}` } : undefined;
  };
};
