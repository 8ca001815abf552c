import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserContext } from '../generated/answers';
import { request } from '../providers/http';
import { ModalFrame } from '../ui/ModalFrame';
import { Note } from '../ui/Note';
import { Skeleton } from '../ui/Skeleton';
import { FactorApp } from './FactorApp';
import { FactorCodes } from './FactorCodes';
import { FactorSetup } from './FactorSetup';
import { Passkeys } from './Passkeys';
import './factor.css';

interface Props {
  /** Absent when the second factor must be set up before anything else. */
  onClose?: () => void;
  /** Runs once it is set up and its recovery codes were seen. */
  onDone?: () => void;
}

const key = ['secondFactor'];

/** One's own second factor: codes of an app and passkeys, setting them up, and taking them off. */
export const FactorModal = ({ onClose, onDone }: Props) => {
  const t = useTranslate();
  const client = useQueryClient();
  const [isSetup, setSetup] = useState(!onClose);
  const [codes, setCodes] = useState<string[]>();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<UserContext>('GET', '/api/userContext', { signal }).then(answer => answer.data),
  });
  const changed = () => client.invalidateQueries({ queryKey: key });
  const added = (recovery: string[]) => {
    void changed();
    if (recovery.length > 0) setCodes(recovery);
    else onDone?.();
  };
  const passkeys = data && <Passkeys origin={data.passkeyOrigin} onAdded={added} onRemoved={() => void changed()} />;
  const body = () => {
    if (codes) return <FactorCodes codes={codes} onDone={() => (onDone ?? onClose)?.()} />;
    if (isSetup) {
      return (
        <>
          <FactorSetup onConfirmed={added} {...(onClose && { onCancel: () => setSetup(false) })} />
          {!onClose && passkeys}
        </>
      );
    }
    if (!data?.user) return <Skeleton width={280} />;
    return (
      <>
        <FactorApp user={data.user} onSetup={() => setSetup(true)} onEnded={changed} />
        {passkeys}
      </>
    );
  };
  return (
    <ModalFrame title={t('panel.factor.title')} size="narrow" {...(onClose && !codes && { onClose })}>
      {!onClose && !codes && <Note tone="warn">{t('panel.factor.forced')}</Note>}
      {body()}
    </ModalFrame>
  );
};
