import { PortalPage } from '../portal/PortalPage';

/** The portal as a freelancer sees it. */
export const ImpersonatePage = () => <PortalPage call="/api/impersonateFreelancer" />;
