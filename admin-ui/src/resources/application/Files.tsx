import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { useOnline } from '../../engine/useOnline';
import type { Application } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { FileLine } from '../../ui/FileLine';
import { showDocument } from '../../providers/bytes';
import { request } from '../../providers/http';
import type { ApplicationPrint } from '../../generated/answers';

interface Props {
  application: Application;
  onChanged: () => void;
}

/** The files of an application, and the profile on paper as it would be made now. */
export const Files = ({ application, onChanged }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const isOnline = useOnline();
  const { cvResourceId, attachments, pdfResourceId } = application;
  const print = useMutation({
    mutationFn: () =>
      showDocument(async () => {
        const path = `/api/projectApplication/${application.id}/pdf`;
        const { data } = await request<ApplicationPrint>('POST', path, { body: {} });
        return data.resourceId;
      }),
    onSuccess: onChanged,
    onError: () => notify('panel.application.printFailed', { type: 'error' }),
  });
  const files = [
    { id: cvResourceId, label: t('resources.application.fields.cvResourceId') },
    { id: pdfResourceId, label: t('resources.application.fields.pdfResourceId') },
    ...(attachments ?? []).map(id => ({ id, label: t('panel.application.attachment') })),
  ].filter(({ id }) => id);
  return (
    <section aria-labelledby="application-files">
      <div className="app-row">
        <h3 id="application-files">{t('panel.application.files')}</h3>
        <Button
          small
          className="end"
          icon="search"
          refusal={isOnline ? undefined : t('panel.list.offline')}
          isBusy={print.isPending}
          onClick={() => print.mutate()}
        >
          {t('panel.application.print')}
        </Button>
      </div>
      {files.length === 0 && <p className="s13 t2">{t('panel.application.noFiles')}</p>}
      <ul className="app-files">
        {files.map(file => (
          <li key={file.id}>
            <span className="s12 t2">{file.label}</span>
            <FileLine id={file.id} />
          </li>
        ))}
      </ul>
    </section>
  );
};
