import { useNavigate } from 'ra-core';
import type { DetailProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import { useCan } from '../../meta';
import { EditDialog } from './EditDialog';
import { InviteDialog } from './InviteDialog';
import './admin.css';

/** What stands at the address of an account: a new one under "new", else the one of the id; below it what is to be done with it. */
export const AccountPage = ({ id, tab }: DetailProps) => {
  const navigate = useNavigate();
  const path = useRecordPath();
  const mayWrite = useCan('adminUser.write');
  const close = () => navigate(path());
  if (id === 'new') return mayWrite && <InviteDialog onClose={close} />;
  return <EditDialog key={id} id={Number(id)} wanted={tab} isReadOnly={!mayWrite} onClose={close} />;
};
