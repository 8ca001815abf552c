import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { nameOf } from '../../../format/format';
import type { Ticket } from '../../../generated/answers';
import { handOver } from '../../../providers/bytes';
import { request } from '../../../providers/http';
import { Button } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Checkbox';
import { Modal } from '../../../ui/Modal';
import { Radio } from '../../../ui/Radio';
import type { TextFilter } from './planning';

interface Props {
  filter: TextFilter;
  /** The languages there are. */
  locales: readonly string[];
  sub: string;
  onClose: () => void;
}

const formats = ['xliff', 'csv', 'json'] as const;

/** Hands texts over as a file that people translate elsewhere: all of a set, or those that the filter matches. */
export const ExportDialog = ({ filter, locales, sub, onClose }: Props) => {
  const t = useTranslate();
  const language = useLocale() ?? 'en';
  const [format, setFormat] = useState<string>('xliff');
  const isFiltered = filter.text !== '' || filter.state !== '';
  const [texts, setTexts] = useState(isFiltered ? 'matching' : 'all');
  const [chosen, setChosen] = useState(filter.locales);
  const run = useMutation({
    mutationFn: async () => {
      // A filter looks for words in the languages of the grid, whatever the file is to hold.
      const filters =
        texts === 'matching'
          ? { ...filter, locales: [...new Set([...filter.locales, ...chosen])] }
          : { client: filter.client, locales: chosen };
      return (await request<Ticket>('POST', '/api/translation/export', { body: { format, locales: chosen, filters } }))
        .data;
    },
    onSuccess: ({ url }) => {
      handOver(url);
      onClose();
    },
  });
  return (
    <Modal
      title={t('panel.texts.batch.export')}
      sub={sub}
      isBusy={run.isPending}
      unsaved={0}
      note={t('panel.texts.batch.exportNote')}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={run.isPending}
          refusal={chosen.length === 0 ? t('panel.texts.batch.localeFirst') : undefined}
          onClick={() => run.mutate()}
        >
          {t('panel.texts.batch.exportRun')}
        </Button>
      }
    >
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      <Choices name="format" chosen={format} values={formats} onChange={setFormat} />
      {isFiltered && <Choices name="texts" chosen={texts} values={['matching', 'all']} onChange={setTexts} />}
      <fieldset className="choices tx-plan-locales">
        <legend>{t('panel.texts.languages')}</legend>
        {locales.map(iso => (
          <Checkbox
            key={iso}
            label={nameOf(language, 'language', iso)}
            isOn={chosen.includes(iso)}
            onChange={isOn => setChosen(isOn ? [...chosen, iso] : chosen.filter(one => one !== iso))}
          />
        ))}
      </fieldset>
    </Modal>
  );
};

interface ChoicesProps {
  name: string;
  chosen: string;
  values: readonly string[];
  onChange: (value: string) => void;
}

const Choices = ({ name, chosen, values, onChange }: ChoicesProps) => {
  const t = useTranslate();
  return (
    <fieldset className="choices">
      <legend>{t(`panel.texts.batch.${name}`)}</legend>
      {values.map(value => (
        <Radio key={value} name={name} value={value} isOn={value === chosen} onChange={onChange}>
          {t(`panel.texts.batch.${name}.${value}`)}
        </Radio>
      ))}
    </fieldset>
  );
};
