import { useState, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { Icon } from '../../ui/Icon';
import { GrantBox } from './GrantBox';
import type { Grants, NamedPlace } from './useGrants';

interface Props {
  grants: Grants;
}

const steps: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Permissions by places. The arrows go from box to box; the grid is one stop on the way through the dialog. */
export const PermissionGrid = ({ grants }: Props) => {
  const t = useTranslate();
  const { catalogue, places } = grants;
  const [at, setAt] = useState('0 0');
  const step = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const move = steps[event.key];
    const [row = 0, column = 0] = at.split(' ').map(Number);
    if (!move) return;
    event.preventDefault();
    const next = event.currentTarget.rows[row + move[0]]?.cells[column + move[1] + 1];
    next?.querySelector('input')?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="grid-w" tabIndex={0} aria-label={t('resources.msp.fields.permissions')}>
        <table className="grants">
          <Head places={places} />
          <tbody onKeyDown={step}>
            {catalogue.map(({ name, textKey }, row) => (
              <tr key={name}>
                <th scope="row">{t(textKey)}</th>
                {places.map((place, column) => (
                  <td key={`${place.client} ${place.entity}`} className={place.entity === 0 ? 'first' : ''}>
                    <GrantBox
                      grants={grants}
                      permission={name}
                      place={place}
                      isStop={at === `${row} ${column}`}
                      onFocus={() => setAt(`${row} ${column}`)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="legend">
        <span>
          <Icon name="lock" small /> {t('msp.permissions.implied')}
        </span>
        <span>
          <Icon name="arrow" small /> {t('msp.permissions.whole')}
        </span>
        <span>
          <b aria-hidden="true" /> {t('msp.permissions.changed')}
        </span>
      </p>
    </>
  );
};

const Head = ({ places }: { places: readonly NamedPlace[] }) => {
  const t = useTranslate();
  const clients = places.filter(({ entity }) => entity === 0);
  return (
    <thead>
      <tr>
        <th rowSpan={2} className="corner" scope="col">
          {t('resources.msp.fields.permissions.permission')}
        </th>
        {clients.map(({ client, clientName }) => (
          <th key={client} scope="colgroup" className="first" colSpan={places.filter(p => p.client === client).length}>
            {clientName}
          </th>
        ))}
      </tr>
      <tr>
        {places.map(({ client, entity, entityName }) => (
          <th key={`${client} ${entity}`} scope="col" className={entity === 0 ? 'first' : ''}>
            {entityName || t('msp.permissions.all')}
          </th>
        ))}
      </tr>
    </thead>
  );
};
