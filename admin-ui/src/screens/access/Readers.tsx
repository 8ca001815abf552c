import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import type { AccessFieldReaders, AccessPersonReads, AccessRoleReads } from '../../generated/answers';
import { Icon } from '../../ui/Icon';
import '../../engine/list/table.css';

/** The roles and the people beside whether they see a field, and why. */
export const Readers = ({ readers: { roles, people } }: { readers: AccessFieldReaders }) => {
  const t = useTranslate();
  return (
    <section className="access-readers" aria-label={t('panel.access.answer')}>
      <Table caption={t('panel.access.roles')}>
        {roles.map(one => (
          <Row key={one.role} name={t(`role.${one.role}`)} reads={one} />
        ))}
      </Table>
      <Table caption={t('panel.access.people')}>
        {people.map(one => (
          <Row
            key={one.id}
            name={one.name}
            sub={one.roles.map(role => t(`role.${role}`)).join(', ')}
            reads={one}
            isOutside={!one.scope.inside}
          />
        ))}
      </Table>
    </section>
  );
};

const Table = ({ caption, children }: { caption: string; children: ReactNode }) => {
  const t = useTranslate();
  return (
    <table className="grid access-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {['who', 'sees', 'why'].map(name => (
            <th key={name} scope="col">
              {t(`panel.access.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
};

interface RowProps {
  name: string;
  sub?: string;
  reads: Pick<AccessRoleReads | AccessPersonReads, 'sees' | 'by' | 'missing'>;
  isOutside?: boolean;
}

const Row = ({ name, sub, reads: { sees, by, missing }, isOutside = false }: RowProps) => {
  const t = useTranslate();
  const reason =
    missing.length > 0
      ? t('panel.access.lacks', { permissions: missing.join(', ') })
      : t(isOutside ? 'panel.access.outside' : 'panel.access.has', { permissions: by.join(', ') });
  return (
    <tr>
      <th scope="row">
        {name}
        {sub && <span className="of">{sub}</span>}
      </th>
      <td>
        <Icon name={sees ? 'done' : 'xCircle'} className={sees ? 'mk-ok' : 'mk-bad'} />{' '}
        {t(sees ? 'panel.access.yes' : 'panel.access.no')}
      </td>
      <td>{reason}</td>
    </tr>
  );
};
