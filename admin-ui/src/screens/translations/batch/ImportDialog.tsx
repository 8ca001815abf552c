import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../../format/format';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { FileInput } from '../../../ui/FileInput';
import type { Reading } from '../../../ui/FileReading';
import { Select } from '../../../ui/Select';
import type { TextColumn } from './FileColumns';
import { PlanDialog } from './PlanDialog';
import { usePlanning } from './planning';
import { TextsReading } from './TextsReading';
import { CheckboxGroup } from './CheckboxGroup';

interface Props {
  client: number;
  locales: readonly string[];
  /** Texts that the file lacks are removed. */
  isEverything?: boolean;
  sub: string;
  onClose: () => void;
}

/** The types of files that are taken. The service finds out from the name and the whole content how a file is read. */
const types = [
  'application/json',
  'application/xliff+xml',
  'text/csv',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

const [importCount, changeCount] = ['panel.texts.batch.importCount', 'panel.texts.batch.everythingCount'] as const;
const [fileHint, everythingHint] = ['panel.texts.batch.fileHint', 'panel.texts.batch.everythingHint'] as const;

const nothing = { resourceId: '', locale: '', newKeys: false, force: false };
const ticks = ['newKeys', 'force'] as const;

/** Brings the texts of a file in, or replaces all there are by them: it shows first what becomes of each. */
export const ImportDialog = ({ client, locales, isEverything = false, sub, onClose }: Props) => {
  const t = useTranslate();
  const language = useLocale() ?? 'en';
  const [typed, setTyped] = useState(nothing);
  const [input, setInput] = useState<object>();
  const planning = usePlanning('import', input);
  const look = (reading: Reading<TextColumn> = {}) =>
    setInput({ ...typed, client, everything: isEverything, ...reading });
  const { file } = planning.found ?? {};
  const change = (part: Partial<typeof nothing>) => {
    setTyped({ ...typed, ...part });
    setInput(undefined);
  };
  return (
    <PlanDialog
      title={t(isEverything ? 'panel.texts.batch.everything' : 'panel.texts.batch.import')}
      sub={sub}
      planning={planning}
      label={count => t(isEverything ? changeCount : importCount, { smart_count: count })}
      none={t('panel.texts.batch.importNone')}
      unsaved={typed.resourceId ? 1 : 0}
      onClose={onClose}
      first={
        !input && (
          <Button
            look="primary"
            refusal={typed.resourceId === '' ? t('panel.texts.batch.fileFirst') : undefined}
            onClick={() => look()}
          >
            {t('panel.texts.batch.look')}
          </Button>
        )
      }
    >
      <div className="tx-new">
        <Field label={t('panel.texts.batch.file')} hint={t(isEverything ? everythingHint : fileHint)} isRequired>
          <FileInput
            types={types}
            value={typed.resourceId ? [typed.resourceId] : []}
            onChange={([resourceId = '']) => change({ resourceId })}
          />
        </Field>
        <Field label={t('panel.texts.batch.locale')}>
          <Select
            value={typed.locale}
            empty={t('panel.texts.batch.localeNone')}
            choices={locales.map(iso => ({ value: iso, label: nameOf(language, 'language', iso) }))}
            onChange={locale => change({ locale })}
          />
        </Field>
      </div>
      {file && <TextsReading key={planning.plan.dataUpdatedAt} file={file} locales={locales} onRead={look} />}
      <CheckboxGroup names={ticks} typed={typed} onChange={(name, isOn) => change({ [name]: isOn })} />
    </PlanDialog>
  );
};
