import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserContext } from '../generated/answers';
import { request } from '../providers/http';
import { Button } from '../ui/Button';
import { ModalFrame } from '../ui/ModalFrame';
import { Note } from '../ui/Note';
import { Skeleton } from '../ui/Skeleton';
import { useErrorToast } from '../engine/useErrorToast';
import { FactorCodes } from './FactorCodes';
import { FactorSetup } from './FactorSetup';
import './factor.css';

interface Props {
  /** Absent when the second factor must be set up before anything else. */
  onClose?: () => void;
  /** Runs once it is set up and its recovery codes were seen. */
  onDone?: () => void;
}

const key = ['secondFactor'];

/** One's own second factor: whether there is one, setting it up, and taking it off. */
export const FactorModal = ({ onClose, onDone }: Props) => {
  const t = useTranslate();
  const client = useQueryClient();
  const [isSetup, setSetup] = useState(!onClose);
  const [codes, setCodes] = useState<string[]>();
  const close = onDone ?? onClose;
  const confirmed = (recovery: string[]) => {
    setCodes(recovery);
    void client.invalidateQueries({ queryKey: key });
  };
  const body = codes ? (
    <FactorCodes codes={codes} onDone={() => close?.()} />
  ) : isSetup ? (
    <FactorSetup onConfirmed={confirmed} {...(onClose && { onCancel: () => setSetup(false) })} />
  ) : (
    <FactorState onSetup={() => setSetup(true)} />
  );
  return (
    <ModalFrame title={t('panel.factor.title')} size="narrow" {...(onClose && !codes && { onClose })}>
      {!onClose && !codes && <Note tone="warn">{t('panel.factor.forced')}</Note>}
      {body}
    </ModalFrame>
  );
};

const FactorState = ({ onSetup }: { onSetup: () => void }) => {
  const t = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const showError = useErrorToast();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<UserContext>('GET', '/api/userContext', { signal }).then(answer => answer.data),
  });
  const end = async () => {
    setBusy(true);
    await request('DELETE', '/api/totp').then(
      () => notify('panel.factor.ended', { type: 'success' }),
      (error: unknown) => showError(error, { retry: () => void end() }),
    );
    setBusy(false);
    await client.invalidateQueries({ queryKey: key });
  };
  if (!data?.user) return <Skeleton width={280} />;
  if (!data.user.secondFactor) {
    return (
      <div className="factor">
        <p>{t('panel.factor.off')}</p>
        <p>
          <Button look="primary" onClick={onSetup}>
            {t('panel.factor.setUp')}
          </Button>
        </p>
      </div>
    );
  }
  const left = data.user.recoveryCodes;
  return (
    <div className="factor">
      <p>{t('panel.factor.on')}</p>
      <Note tone={left < 3 ? 'warn' : 'accent'}>{t('panel.factor.left', { smart_count: left })}</Note>
      <p className="factor-do">
        <Button onClick={onSetup}>{t('panel.factor.again')}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void end()}>
          {t('panel.factor.end')}
        </Button>
      </p>
    </div>
  );
};
