import type { CSSProperties } from 'react';
import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../../meta';
import type { Application } from '../../../generated/resources';
import { Icon } from '../../../ui/Icon';
import { Level } from '../../../ui/Level';
import { StatusChip } from '../../../ui/StatusChip';
import { NextSteps } from '../NextSteps';
import { Candidate } from './Candidate';
import { bestOf, oddOnes, type Row, type RowGroup } from './rows';

interface Props {
  applications: readonly Application[];
  groups: readonly RowGroup[];
  onDone: () => void;
}

/** One column a candidate, one line a property; the steps stand below and stay in sight. */
export const CompareTable = ({ applications, groups, onDone }: Props) => {
  const t = useTranslate();
  // React knows no custom properties; the style sheet shares the width of a small screen by their number.
  return (
    <table className="cmp" style={{ '--n': applications.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col" className="cmp-p">
            <span className="vh">{t('panel.compare.property')}</span>
          </th>
          {applications.map(application => (
            <Candidate key={application.id} application={application} />
          ))}
        </tr>
      </thead>
      <tbody>
        <States applications={applications} />
        {groups.map(({ name, rows }) => (
          <Group key={name} name={name} rows={rows} width={applications.length + 1} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="cmp-p">
            <span className="vh">{t('panel.compare.step')}</span>
          </th>
          {applications.map(application => (
            <td key={application.id}>
              <NextSteps application={application} isShort onDone={onDone} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
};

const States = ({ applications }: { applications: readonly Application[] }) => {
  const t = useTranslate();
  const meta = useMeta();
  const met = applications.map(({ readiness }) =>
    readiness?.length ? readiness.filter(({ ok }) => ok).length : undefined,
  );
  const best = bestOf(met, 'high');
  return (
    <>
      <tr>
        <th scope="row">{t('resources.application.fields.status')}</th>
        {applications.map(({ id, status }) => (
          <td key={id}>
            {status && <StatusChip status={status} label={t(enumText(meta, 'applicationStatus', status))} />}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t('panel.application.ready')}</th>
        {applications.map(({ id, readiness }, i) => {
          const of = readiness?.length ?? 0;
          if (of === 0) {
            return (
              <td key={id} className="t3">
                {t('panel.application.notNeeded')}
              </td>
            );
          }
          return (
            <td key={id} className={best[i] ? 'best' : ''}>
              {best[i] && <Best />}
              <Level value={met[i] ?? 0} max={of} tone={met[i] === of ? 'ok' : 'accent'} />{' '}
              <span className="cmp-n">{t('panel.cell.of', { filled: met[i], of })}</span>
            </td>
          );
        })}
      </tr>
    </>
  );
};

const Group = ({ name, rows, width }: { name: string; rows: readonly Row[]; width: number }) => {
  const t = useTranslate();
  return (
    <>
      <tr className="cmp-g">
        <th scope="colgroup" colSpan={width}>
          {t(`panel.compare.group.${name}`)}
        </th>
      </tr>
      {rows.map(row => (
        <Line key={row.name} row={row} isAnswer={name === 'answers'} />
      ))}
    </>
  );
};

const Line = ({ row, isAnswer }: { row: Row; isAnswer: boolean }) => {
  const odd = isAnswer ? oddOnes(row.texts) : [];
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {row.texts.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its candidate's place
        <td key={i} className={`${row.best?.[i] ? 'best' : ''} ${odd[i] ? 'odd' : ''}`}>
          {row.best?.[i] && <Best />}
          {odd[i] ? <mark>{text}</mark> : text} {row.notes?.[i] && <span className="t2">{row.notes[i]}</span>}
        </td>
      ))}
    </tr>
  );
};

const Best = () => {
  const t = useTranslate();
  return (
    <span className="cmp-best">
      <Icon name="check" small />
      <span className="vh">{t('panel.compare.bestHere')}</span>
    </span>
  );
};
