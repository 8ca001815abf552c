import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Radio } from '../../ui/Radio';
import { formatInstant } from '../../format/format';
import { fieldLabel, fieldOf, type ResourceMeta } from '../../meta';
import type { Conflict, Values } from './changes';
import { useFileNames } from './useFileNames';
import type { Stale } from './useSave';
import { useValueText } from './useValueText';
import './form.css';

interface Props {
  meta: ResourceMeta;
  stale: Stale;
  onDecide: (chosen: Values) => void;
  onClose: () => void;
}

type Side = 'mine' | 'theirs';

/** Asks, for each field that two people changed, whose value shall stand. Everything else has been merged already. */
export const MergeDialog = ({ meta, stale, onDecide, onClose }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const [sides, setSides] = useState<Record<string, Side>>({});
  const { conflicts, by, at } = stale;
  const open = conflicts.filter(({ field }) => !sides[field]).length;
  const mine = conflicts.filter(({ field }) => sides[field] === 'mine');
  const decide = () => onDecide(Object.fromEntries(mine.map(conflict => [conflict.field, conflict.mine])));
  return (
    <Modal
      title={t('panel.merge.title')}
      sub={t('panel.merge.sub', { by, at: at && formatInstant(locale, at), smart_count: conflicts.length })}
      size="wide"
      cancelLabel={t('panel.merge.back')}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          refusal={open > 0 ? t('panel.merge.open', { smart_count: open }) : undefined}
          onClick={decide}
        >
          {t('panel.merge.save')}
        </Button>
      }
    >
      <table className="merge">
        <thead>
          <tr>
            <th scope="col">{t('panel.merge.field')}</th>
            <th scope="col">{t('panel.merge.mine')}</th>
            <th scope="col">{t('panel.merge.theirs', { by })}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(conflict => (
            <Line
              key={conflict.field}
              meta={meta}
              conflict={conflict}
              stale={stale}
              side={sides[conflict.field]}
              onChoose={side => setSides(old => ({ ...old, ...together(conflicts, conflict, side) }))}
            />
          ))}
        </tbody>
      </table>
    </Modal>
  );
};

/** What a choice decides: amounts and their currency are one value. */
const together = (conflicts: readonly Conflict[], { field, group }: Conflict, side: Side) =>
  Object.fromEntries(
    conflicts.filter(one => one.field === field || (group && one.group === group)).map(one => [one.field, side]),
  );

interface LineProps {
  meta: ResourceMeta;
  conflict: Conflict;
  stale: Stale;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}

const Line = ({ meta, conflict, stale, side, onChoose }: LineProps) => {
  const t = useTranslate();
  const say = useValueText();
  const field = fieldOf(meta, conflict.field);
  const named = useFileNames(field, conflict.mine, conflict.theirs, conflict.base);
  const text = (value: unknown, around: Values = {}) => say(field, named(value), around) || t('panel.difference.empty');
  const choice = (of: Side, around: Values) => (
    <Radio name={`merge-${conflict.field}`} value={of} isOn={side === of} onChange={() => onChoose(of)}>
      <span>{text(conflict[of], around)}</span>
    </Radio>
  );
  return (
    <tr>
      <th scope="row">
        {t(fieldLabel(meta, conflict.field))}
        <span className="was">{t('panel.merge.was', { value: text(conflict.base, stale.base) })}</span>
      </th>
      <td>{choice('mine', stale.values)}</td>
      <td>{choice('theirs', stale.theirs)}</td>
    </tr>
  );
};
