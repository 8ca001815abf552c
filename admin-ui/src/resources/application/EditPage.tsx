import { useGetIdentity, useParams } from 'ra-core';
import { StoredForm } from '../../engine/form/FormDialog';
import { useRecordPath } from '../../engine/useRecordPath';
import { Drawer } from './Drawer';

/** The form of an application, over its drawer. */
export const EditPage = () => {
  const { id = '' } = useParams<{ id: string }>();
  const { isPending } = useGetIdentity(); // drafts are kept by person
  const path = useRecordPath();
  const place = { home: path(id), own: path(id, 'edit').split('?')[0] ?? '' };
  return (
    <>
      <Drawer id={id} />
      {!isPending && <StoredForm id={id} tab="details" place={place} />}
    </>
  );
};
