import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../meta';
import { Field, Help } from '../../ui/Field';
import { IconButton } from '../../ui/IconButton';
import { MomentInput } from '../../ui/MomentInput';
import { Select } from '../../ui/Select';
import { StatusChip } from '../../ui/StatusChip';
import type { Row } from './assignments';
import type { Firm } from './useMspNames';

interface Props {
  row: Row;
  firm: Firm | undefined;
  errors: readonly string[];
  onTier: (tier: number) => void;
  onRelease: (at: string | null) => void;
  onRemove: () => void;
}

const tiers = ['1', '2', '3'];

/** One MSP on a project: its tier, and from when on it may offer people. */
export const AssignRow = ({ row, firm, errors, onTier, onRelease, onRemove }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const name = firm?.name ?? `# ${row.mspId}`;
  const release = t('resources.project.fields.msps.releaseAt');
  return (
    <li aria-label={name}>
      <span className="who">
        {name}
        {firm && firm.userStatus !== 'AC' && (
          <StatusChip status={firm.userStatus} label={t(enumText(meta, 'userStatus', firm.userStatus))} />
        )}
      </span>
      <Field label={t('resources.project.fields.msps.tier')}>
        <Select
          value={String(row.tier)}
          choices={tiers.map(tier => ({ value: tier, label: t('msp.assign.tier', { tier }) }))}
          onChange={tier => onTier(Number(tier))}
        />
      </Field>
      <Field label={release}>
        <MomentInput label={release} value={row.releaseAt} onChange={onRelease} />
      </Field>
      <IconButton icon="trash" label={t('msp.assign.remove', { name })} onClick={onRemove} />
      {errors.length > 0 && <Help id={`msp-${row.mspId}-wrong`} text={errors.map(key => t(key)).join(' ')} isError />}
    </li>
  );
};
