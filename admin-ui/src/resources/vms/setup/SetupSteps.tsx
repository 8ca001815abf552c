import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { Link } from '../../../router/Link';
import { useNavigate } from '../../../router/useNavigate';
import { LinkButton } from '../../../ui/LinkButton';
import { ConnectionTest } from '../connection/ConnectionTest';
import { AddressStep } from './AddressStep';
import { DoneStep } from './DoneStep';
import { NameStep } from './NameStep';
import { SendStep } from './SendStep';
import { SetupStep } from './SetupStep';
import { steps } from './steps';
import { TemplateStep } from './TemplateStep';
import { useStepTexts } from './useStepTexts';
import { setupAddress, type SetupDraft } from './useSetup';

interface Props {
  /** The number of the step at hand. */
  at: number;
  /** Whether the focus goes along to it. */
  isFollowed: boolean;
  draft: SetupDraft;
  setup: VmsSetup;
  connection: VmsConnection | undefined;
  onDraft: (parts: Partial<SetupDraft>) => void;
  onRestart: () => void;
  onReached: () => void;
  /** Something of it was stored. */
  onStored: () => void;
}

type Step = (typeof steps)[number];

/** Every step, the one at hand with what it asks. */
export const SetupSteps = (props: Props) => {
  const { at, isFollowed, draft, setup, connection, onDraft, onRestart, onReached, onStored } = props;
  const t = useTranslate();
  const navigate = useNavigate();
  const textOf = useStepTexts({ draft, setup, connection });
  const another = () => {
    onRestart();
    navigate(setupAddress(0));
  };
  const made = (one: VmsConnection) => {
    onDraft({ connectionId: one.id, name: one.name });
    navigate(setupAddress(one.id), { replace: true });
  };
  const id = connection?.id ?? 0;
  const mappingId = setup.mapping?.id ?? 0;
  const bodies: Record<Step, ReactNode> = {
    name: <NameStep draft={draft} onChange={onDraft} />,
    address: <AddressStep draft={draft} sandbox={setup.sandbox} onMade={made} />,
    reach: <ConnectionTest id={id} onTested={holds => holds && onReached()} />,
    template: <TemplateStep connectionId={id} onMade={onStored} />,
    send: <SendStep connectionId={id} mappingId={mappingId} onDelivered={onStored} />,
    done: connection && <DoneStep connection={connection} setup={setup} onAnother={another} />,
  };
  const details = <Link to={`/platform/vms/connections/${id}/details`}>{t('panel.vms.setup.change')}</Link>;
  const changes: Partial<Record<Step, ReactNode>> = {
    name: id ? (
      details
    ) : (
      <LinkButton onClick={() => onDraft({ isNamed: false })}>{t('panel.vms.setup.change')}</LinkButton>
    ),
    address: details,
    template: <Link to={`/platform/vms/mappings/${mappingId}/try`}>{t('panel.vms.setup.change')}</Link>,
  };
  return (
    <ol className="vsu-steps">
      {steps.map((name, i) => {
        const state = i + 1 < at ? 'done' : i + 1 === at ? 'now' : 'next';
        return (
          <SetupStep
            key={name}
            number={i + 1}
            state={state}
            isDone={state === 'done' || (name === 'done' && setup.delivered !== null)}
            title={t(`panel.vms.setup.step.${name}`)}
            text={textOf(name, state)}
            change={changes[name]}
            isFollowed={isFollowed}
          >
            {bodies[name]}
          </SetupStep>
        );
      })}
    </ol>
  );
};
