import { useTranslate } from 'ra-core';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { isSandboxAt } from './SandboxLink';
import type { StepState } from './SetupStep';
import { wayOf, type StepName } from './steps';
import type { SetupDraft } from './useSetup';

interface Known {
  draft: SetupDraft;
  setup: VmsSetup;
  connection: VmsConnection | undefined;
}

/** The title of a step and what it is for; of one that is done, what it has come to. */
export const useStepTexts = ({ draft, setup, connection }: Known) => {
  const t = useTranslate();
  const { mapping, inbound, delivered, received, sandbox, entity } = setup;
  const way = connection ? wayOf(connection) : draft.way;
  /** Of texts that differ by what comes in, and whether it is the sandbox that sends it. */
  const variantOf = (name: StepName) => {
    if (name === 'inbound') return entity === 'JOB' || way === 'IN' ? 'Jobs' : '';
    if (name === 'address') return way === 'IN' ? 'From' : '';
    if (name === 'answer') return sandbox && (!connection || isSandboxAt(connection, sandbox)) ? '' : 'Other';
    return '';
  };
  return {
    titleOf: (name: StepName) => t(`panel.vms.setup.step.${name}${variantOf(name)}`),
    textOf: (name: StepName, state: StepState) => {
      if (name === 'done' && state === 'now') {
        return [
          delivered &&
            t('panel.vms.setup.done.text', {
              status: delivered.status,
              id: delivered.externalId || '–',
              message: delivered.messageId,
              ms: delivered.tookMs,
            }),
          received && t('panel.vms.setup.done.came', { message: received.messageId }),
        ]
          .filter(Boolean)
          .join(' ');
      }
      if (state !== 'done') return t(`panel.vms.setup.text.${name}${variantOf(name)}`);
      const version = name === 'inbound' ? inbound : mapping;
      return t(`panel.vms.setup.did.${name}`, {
        name: connection?.name ?? draft.name,
        client: connection?.clientName ?? draft.client?.label,
        address: connection?.baseUrl || t('panel.vms.setup.did.noAddress'),
        number: version?.number,
        smart_count: version?.rules ?? 0,
      });
    },
  };
};
