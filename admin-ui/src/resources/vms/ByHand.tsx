import { useTranslate } from 'ra-core';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { Note } from '../../ui/Note';

interface Props {
  client: { id: number | string | null; name: string };
}

const clients = '/platform/clients';

/** Says of a client that sends by hand that none of its applications goes out by a VMS, and leads to where that is changed. */
export const ByHand = ({ client }: Props) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  return (
    <Note tone="warn">
      {t('panel.vms.byHand.text', { client: client.name })}{' '}
      {canOpen(clients) && <Link to={`${clients}/${client.id}`}>{t('panel.vms.byHand.change')}</Link>}
    </Note>
  );
};
