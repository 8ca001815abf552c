import { useTranslate } from 'ra-core';
import type { VmsConnection } from '../../../generated/resources';

/** Whether a connection leads to the sandbox beside the product. */
export const isSandboxAt = ({ baseUrl }: VmsConnection, sandbox: string) => sandbox !== '' && baseUrl === sandbox;

/** Opens the page of the sandbox, which shows what it was sent and what its messages came to. */
export const SandboxLink = ({ address }: { address: string }) => {
  const t = useTranslate();
  return (
    <a href={new URL('/', address).href} target="_blank" rel="noreferrer">
      {t('panel.vms.setup.done.sandbox')}
    </a>
  );
};
