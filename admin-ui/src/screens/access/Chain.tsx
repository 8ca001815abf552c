import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import type { AccessExplained } from './explained';
import { Icon } from '../../ui/Icon';

interface Props {
  answer: AccessExplained;
  /** A record was asked about: then its scope and its state count too. */
  hasRecord: boolean;
}

/** The steps from the roles to the state of the record, each with what would change it and who may. */
export const Chain = ({ answer, hasRecord }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const names = (roles: readonly string[]) =>
    roles.map(role => t(`role.${role}`)).join(', ') || t('panel.access.noRole');
  const givers = names(answer.givenBy);
  const { account, permission } = answer;
  const blocks = (key: string) => answer.blockedBy.some(block => block.key === key);
  const holds = !blocks('access.permission');
  const states = answer.blockedBy.filter(({ key }) => !key.startsWith('access.'));
  const granted = permission ? 'panel.access.granted' : 'panel.access.everybody';
  return (
    <section className="access-chain" aria-label={t('panel.access.answer')}>
      <h2>{t(answer.allowed ? 'panel.access.allowed' : 'panel.access.refused')}</h2>
      <ol>
        {account && (
          <Step isOk={false} name={t('panel.access.account')} then={t('panel.access.openAccount', { givers })}>
            {t(account)}
          </Step>
        )}
        <Step isOk={holds} name={t('panel.access.role')} then={!holds && t('panel.access.giveRole', { givers })}>
          {holds
            ? t(granted, { roles: names(answer.grantedBy), permission })
            : t('panel.access.missing', { roles: names(answer.heldBy), permission })}
        </Step>
        {hasRecord && (
          <Step
            isOk={answer.scope.inside}
            name={t('panel.access.scope')}
            then={!answer.scope.inside && t('panel.access.giveScope', { givers })}
          >
            {t(answer.scope.inside ? `panel.access.inside.${answer.scope.by}` : 'panel.access.outside')}
          </Step>
        )}
        {hasRecord && answer.scope.inside && holds && !account && (
          <Step
            isOk={states.length === 0}
            name={t('panel.access.state')}
            then={states.length > 0 && t('panel.access.changeState')}
          >
            {states.length === 0 ? t('panel.access.free') : states.map(({ key, params }) => say(key, params)).join(' ')}
          </Step>
        )}
      </ol>
    </section>
  );
};

interface StepProps {
  isOk: boolean;
  name: string;
  /** What would change it, and who may. */
  then: string | false;
  children: ReactNode;
}

const Step = ({ isOk, name, then, children }: StepProps) => (
  <li>
    <Icon name={isOk ? 'done' : 'xCircle'} className={isOk ? 'mk-ok' : 'mk-bad'} />
    <div className="grow">
      <b>{name}</b>
      <p>{children}</p>
      {then && <p className="t2 s13">{then}</p>}
    </div>
  </li>
);
