import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import type { VmsSetup } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { Link } from '../../../router/Link';
import { useNavigate } from '../../../router/useNavigate';
import { LinkButton } from '../../../ui/LinkButton';
import { ConnectionTest } from '../connection/ConnectionTest';
import { AddressStep } from './AddressStep';
import { AnswerStep } from './AnswerStep';
import { DoneStep } from './DoneStep';
import { NameStep } from './NameStep';
import { SendStep } from './SendStep';
import { SetupStep } from './SetupStep';
import type { StepName } from './steps';
import { TemplateStep } from './TemplateStep';
import { useStepTexts } from './useStepTexts';
import { setupAddress, type SetupDraft } from './useSetup';

interface Props {
  steps: readonly StepName[];
  /** The step at hand. */
  current: StepName;
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

/** Every step, the one at hand with what it asks. */
export const SetupSteps = (props: Props) => {
  const { steps, current, isFollowed, draft, setup, connection, onDraft, onRestart, onReached, onStored } = props;
  const t = useTranslate();
  const navigate = useNavigate();
  const { titleOf, textOf } = useStepTexts({ draft, setup, connection });
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
  const bodies: Record<StepName, ReactNode> = {
    name: <NameStep draft={draft} onChange={onDraft} />,
    address: <AddressStep draft={draft} sandbox={setup.sandbox} onMade={made} />,
    reach: <ConnectionTest id={id} onTested={holds => holds && onReached()} />,
    template: <TemplateStep connectionId={id} direction="outbound" entity="APPLICATION" onMade={onStored} />,
    send: <SendStep connectionId={id} mappingId={mappingId} onDelivered={onStored} />,
    inbound: setup.entity && (
      <TemplateStep connectionId={id} direction="inbound" entity={setup.entity} onMade={onStored} />
    ),
    answer: connection && <AnswerStep connection={connection} sandbox={setup.sandbox} refused={setup.refused} />,
    done: connection && <DoneStep connection={connection} setup={setup} onAnother={another} />,
  };
  const change = t('panel.vms.setup.change');
  const details = <Link to={`/platform/vms/connections/${id}/details`}>{change}</Link>;
  const changes: Partial<Record<StepName, ReactNode>> = {
    name: id ? details : <LinkButton onClick={() => onDraft({ isNamed: false })}>{change}</LinkButton>,
    address: details,
    template: <Link to={`/platform/vms/mappings/${mappingId}/try`}>{change}</Link>,
    inbound: <Link to={`/platform/vms/mappings/${setup.inbound?.id}/try`}>{change}</Link>,
  };
  const at = steps.indexOf(current);
  return (
    <ol className="vsu-steps">
      {steps.map((name, i) => {
        const state = i < at ? 'done' : i === at ? 'now' : 'next';
        return (
          <SetupStep
            key={name}
            number={i + 1}
            state={state}
            isDone={state === 'done' || (state === 'now' && name === 'done')}
            title={titleOf(name)}
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
