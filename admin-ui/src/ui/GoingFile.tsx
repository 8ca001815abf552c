import { useTranslate } from 'ra-core';
import { Icon } from './Icon';
import { IconButton } from './IconButton';
import { Bar } from './Level';
import { LinkButton } from './LinkButton';
import type { Going } from './useUpload';
import './files.css';

interface Props {
  file: Going;
  onDrop: (key: number) => void;
}

/** A file on its way, or why it did not arrive. */
export const GoingFile = ({ file, onDrop }: Props) => {
  const t = useTranslate();
  const percent = Math.round(file.share * 100);
  return (
    <div className="file-l">
      <div className="grow">
        <div className="file-n ell">{file.name}</div>
        {file.error ? (
          <p className="help e" role="alert">
            <Icon name="alert" small />
            {file.error}
            {file.again && <LinkButton onClick={file.again}>{t('panel.list.retry')}</LinkButton>}
            {file.requestId && (
              <span className="t2 s12">
                {t('panel.list.request')} <span className="mono">{file.requestId}</span>
              </span>
            )}
          </p>
        ) : (
          <div role="progressbar" aria-label={t('panel.files.sending', { name: file.name })} aria-valuenow={percent}>
            <Bar isThin parts={[{ share: file.share, tone: 'accent' }]} />
          </div>
        )}
      </div>
      <IconButton
        icon="x"
        label={t(file.error ? 'panel.files.dismiss' : 'panel.files.giveUp', { name: file.name })}
        onClick={() => onDrop(file.key)}
      />
    </div>
  );
};
