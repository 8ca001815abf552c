import { useTranslate } from 'ra-core';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import type { StepState } from './SetupStep';
import type { steps } from './steps';
import type { SetupDraft } from './useSetup';

interface Known {
  draft: SetupDraft;
  setup: VmsSetup;
  connection: VmsConnection | undefined;
}

/** What a step is for; of one that is done, what it has come to. */
export const useStepTexts = ({ draft, setup: { mapping, delivered }, connection }: Known) => {
  const t = useTranslate();
  return (name: (typeof steps)[number], state: StepState) => {
    if (name === 'done' && delivered) {
      const { status, externalId, messageId, tookMs } = delivered;
      return t('panel.vms.setup.done.text', { status, id: externalId || '–', message: messageId, ms: tookMs });
    }
    if (state !== 'done') return t(`panel.vms.setup.text.${name}`);
    return t(`panel.vms.setup.did.${name}`, {
      name: connection?.name ?? draft.name,
      client: connection?.clientName ?? draft.client?.label,
      address: connection?.baseUrl,
      number: mapping?.number,
      smart_count: mapping?.rules ?? 0,
    });
  };
};
