import { useTranslate } from 'ra-core';
import { useCan } from '../../../meta';
import { Link } from '../../../router/Link';
import { setupAddress, useSetupDraft } from './useSetup';
import '../vms.css';

/** Leads to the set-up of a connection, or back to the one that was begun. */
export const SetupLink = () => {
  const t = useTranslate();
  const { draft } = useSetupDraft();
  if (!useCan('vms.mapping.write')) return null;
  return (
    <p className="vms-notice s13">
      <Link to={setupAddress(draft.connectionId)}>
        {draft.name ? t('panel.vms.setup.goOn', { name: draft.name }) : t('panel.vms.setup.begin')}
      </Link>
    </p>
  );
};
