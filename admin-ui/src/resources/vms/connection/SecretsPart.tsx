import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatDate } from '../../../format/format';
import type { VmsConnection } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { lazyPart } from '../../../ui/lazyPart';
import type { SecretName } from './RotateDialog';

const RotateDialog = lazyPart(() => import('./RotateDialog').then(m => m.RotateDialog));

interface Props {
  connection: VmsConnection;
  onDone?: (() => void) | undefined;
}

/** Which secrets there are and since when, each to be replaced by another. */
export const SecretsPart = ({ connection, onDone }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const mayWrite = useCan('vms.mapping.write');
  const [rotated, rotate] = useState<SecretName>();
  const { auth, hasSecret, secretAt, hasInbound, inboundSecretAt } = connection;
  const stateOf = (isSet: boolean, at: string | null) => {
    if (!isSet) return t('panel.vms.connect.notSet');
    return at ? t('panel.vms.connect.setAt', { at: formatDate(locale, at) }) : t('panel.vms.connect.isSet');
  };
  const all = [
    { name: 'inboundSecret', way: 'inbound', state: stateOf(hasInbound, inboundSecretAt), isNeeded: true },
    { name: 'secret', way: 'outbound', state: stateOf(hasSecret, secretAt), isNeeded: auth !== 'NONE' },
  ] as const;
  return (
    <section aria-label={t('panel.vms.connect.secrets')}>
      <h3>{t('panel.vms.connect.secrets')}</h3>
      {all.map(({ name, way, state, isNeeded }) => (
        <p key={name} className="vmc-line">
          <Icon name="key" />
          <span>
            {t(`panel.vms.connect.${way}`)}, {isNeeded ? state : t('panel.vms.connect.notNeeded')}
          </span>
          {mayWrite && isNeeded && (
            <Button small aria-label={t(`panel.vms.rotate.${way}`)} onClick={() => rotate(name)}>
              {t('panel.vms.rotate.label')}
            </Button>
          )}
        </p>
      ))}
      {rotated && (
        <RotateDialog
          connection={connection}
          name={rotated}
          onClose={() => rotate(undefined)}
          onDone={() => {
            rotate(undefined);
            onDone?.();
          }}
        />
      )}
    </section>
  );
};
