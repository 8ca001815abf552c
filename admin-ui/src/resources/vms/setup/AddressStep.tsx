import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { idempotencyKeys } from '../../../engine/form/idempotencyKeys';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsConnection } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { HttpError } from '../../../providers/httpError';
import { Button } from '../../../ui/Button';
import { Radio } from '../../../ui/Radio';
import { CopyButton } from '../connection/CopyButton';
import { AddressFields } from './AddressFields';
import { newAddress, newConnection, type Address } from './newConnection';
import type { SetupDraft } from './useSetup';

interface Props {
  draft: SetupDraft;
  /** The address of the sandbox beside the product; '' where there is none. */
  sandbox: string;
  onMade: (connection: VmsConnection) => void;
}

/** Whether a refusal is about the fields of this step alone, which say so themselves. */
const isAtFields = (error: Error) => {
  const names = error instanceof HttpError ? Object.keys(error.fieldErrors) : [];
  return names.length > 0 && names.every(name => ['baseUrl', 'authName', 'secret'].includes(name));
};

/** Where the VMS is and how one signs in; makes the connection. */
export const AddressStep = ({ draft, sandbox, onMade }: Props) => {
  const t = useTranslate();
  const [address, setAddress] = useState(() => newAddress(sandbox));
  const [keyFor] = useState(idempotencyKeys);
  const change = (parts: Partial<Address>) => setAddress(before => ({ ...before, ...parts }));
  const create = useMutation({
    mutationFn: async () => {
      const body = newConnection(draft, address, sandbox);
      const headers = { 'idempotency-key': keyFor(JSON.stringify(body)) };
      return (await request<VmsConnection>('POST', '/api/vms/connection', { body, headers })).data;
    },
    onSuccess: onMade,
  });
  const { isSandbox, inboundSecret } = address;
  return (
    <div className="vsu-form">
      {sandbox && (
        <fieldset className="vsu-choices">
          <legend>{t(`panel.vms.setup.address.where${draft.way === 'IN' ? 'From' : ''}`)}</legend>
          {[true, false].map(value => (
            <Radio
              key={String(value)}
              name="where"
              value={String(value)}
              isOn={isSandbox === value}
              onChange={() => change({ isSandbox: value })}
            >
              {t(`panel.vms.setup.address.${value ? 'sandbox' : 'other'}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      {isSandbox && (
        <p className="t2 s13">
          <code>{sandbox}</code> {t('panel.vms.setup.address.sandboxText')}
        </p>
      )}
      {!isSandbox && draft.way !== 'IN' && <AddressFields address={address} error={create.error} onChange={change} />}
      {draft.way !== 'OUT' && !isSandbox && (
        <div className="vsu-secret">
          <p className="t2 s13">{t('panel.vms.setup.address.inbound')}</p>
          <code>{inboundSecret}</code> <CopyButton text={inboundSecret} label="panel.vms.rotate.copy" />
        </div>
      )}
      {create.error && !isAtFields(create.error) && <Refusal error={create.error} onRetry={retryOf(create)} />}
      <div className="vsu-do">
        <Button look="primary" isBusy={create.isPending} onClick={() => create.mutate()}>
          {t('panel.vms.setup.address.create')}
        </Button>
      </div>
    </div>
  );
};
