import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../meta';
import type { AsideProps } from '../../engine/overrideProps';
import type { Msp } from '../../generated/resources';
import { Empty } from '../../ui/Empty';
import { StatusChip } from '../../ui/StatusChip';
import '../../ui/lines.css';
import './msp.css';

/** Who signs in at the portal for an MSP. The MSP itself keeps the list. */
export const UsersTab = ({ record }: AsideProps<Msp>) => {
  const t = useTranslate();
  const meta = useMeta();
  return (
    <section className="form-s" aria-label={t('msp.tab.users')}>
      {record.users.length === 0 && <Empty icon="users" title={t('msp.users.none')} />}
      <ul className="lines">
        {record.users.map(({ id, name, email, status }) => (
          <li key={id}>
            <span className="grow name">
              {name}
              <span className="of">{email}</span>
            </span>
            {status && <StatusChip status={status} label={t(enumText(meta, 'userStatus', status))} />}
          </li>
        ))}
      </ul>
      <p className="help">{t('msp.users.hint')}</p>
    </section>
  );
};
