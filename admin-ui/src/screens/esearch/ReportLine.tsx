import { useTranslate } from 'ra-core';
import type { IndexFieldDifference, IndexReportLine } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Chip } from '../../ui/Chip';
import { DriftChip } from './DriftChip';
import { FieldDifferences } from './FieldDifferences';

interface Props {
  line: IndexReportLine;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** One document that differed, and what of it. */
export const ReportLine = ({ line, isChosen, onChoose }: Props) => {
  const t = useTranslate();
  const { id, drift, dbVersion, indexVersion, repaired } = line;
  // The service keeps the differences as it answers them of one document.
  const fields = line.fields as IndexFieldDifference[];
  return (
    <li>
      <div className="row">
        <Checkbox
          label={<span className="vh">{t('esearch.report.choose', { id })}</span>}
          isOn={isChosen}
          isOff={repaired}
          onChange={onChoose}
        />
        <strong>{id}</strong>
        <DriftChip drift={drift} />
        {repaired && (
          <Chip tone="ok" icon="done">
            {t('esearch.report.repaired')}
          </Chip>
        )}
        <span className="end s12 t2">
          {t('esearch.report.versions', { db: dbVersion || '–', index: indexVersion || '–' })}
        </span>
      </div>
      {fields.length > 0 && <FieldDifferences fields={fields} />}
    </li>
  );
};
