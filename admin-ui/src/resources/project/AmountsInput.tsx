import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { useFailureText } from '../../engine/form/useFailureText';
import type { InputProps } from '../../engine/overrideProps';
import { Note } from '../../ui/Note';
import { request } from '../../providers/http';
import type { ApplicationsInCurrency } from '../../generated/answers';

const readAbout = async (projectId: unknown, signal: AbortSignal) =>
  (
    await request<ApplicationsInCurrency>('GET', `/api/projectApplication/amounts?projectId=${String(projectId)}`, {
      signal,
    })
  ).data;

/** What becomes of the amounts of open applications; asked once the currency is another, with what it is about. */
export const AmountsInput = (props: InputProps) => {
  const t = useTranslate();
  const say = useFailureText();
  const { base, values, isNew, errors } = useFormState();
  const isRequested = !isNew && values['currency'] !== base['currency'];
  const about = useQuery({
    queryKey: ['projectAmounts', base['id'], base['version']],
    queryFn: ({ signal }) => readAbout(base['id'], signal),
    enabled: isRequested,
    retry: false,
  }).data;
  // Without an answer the service asks when it comes to saving.
  const isNeeded = (about?.applications ?? 0) > 0 || errors[props.source] !== undefined;
  if (!isRequested || !isNeeded) return null;
  return (
    <>
      {about && (
        <Note tone="warn" isNews>
          {say('panel.project.amounts', { smart_count: about.applications, handles: about.handles.join(', ') })}{' '}
          {about.sentApplications > 0 && t('panel.project.amountsSent', { smart_count: about.sentApplications })}
        </Note>
      )}
      <FieldInput {...props} />
    </>
  );
};
