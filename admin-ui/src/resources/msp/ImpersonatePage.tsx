import { PortalPage } from '../portal/PortalPage';

/** The portal as an MSP sees it. */
export const ImpersonatePage = () => <PortalPage call="/api/impersonateMsp" />;
