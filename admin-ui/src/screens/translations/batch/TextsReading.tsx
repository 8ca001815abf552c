import { useTranslate } from 'ra-core';
import type { TextFile } from '../../../generated/answers';
import { FileReading, type Reading } from '../../../ui/FileReading';
import { FileColumns, type TextColumn } from './FileColumns';

interface Props {
  file: TextFile;
  locales: readonly string[];
  onRead: (reading: Reading<TextColumn>) => void;
}

/** How a file of texts is read: also which of its languages are called otherwise here. */
export const TextsReading = ({ file, locales, onRead }: Props) => {
  const t = useTranslate();
  const named = file.locales.map(one => t('panel.texts.file.localeOf', { name: one.name, locale: one.locale }));
  return (
    <FileReading<TextColumn>
      file={file}
      label={t('panel.texts.file.read')}
      missing={file.missing.map(field => t(`panel.texts.file.field.${field}`)).join(', ')}
      affectedLabel={t('panel.texts.file.affected')}
      head={named.length > 0 && <p className="help">{t('panel.texts.file.locales', { names: named.join(', ') })}</p>}
      drawColumns={(columns, onChange) => <FileColumns columns={columns} locales={locales} onChange={onChange} />}
      onRead={({ columns, ...cut }) =>
        onRead({
          ...cut,
          ...(columns && { columns: columns.map(({ heading, field, locale }) => ({ heading, field, locale })) }),
        })
      }
    />
  );
};
