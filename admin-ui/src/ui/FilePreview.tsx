import { useTranslate } from 'ra-core';
import { download } from '../providers/bytes';
import type { StoredFile } from '../generated/answers';
import { Button } from './Button';
import { Modal } from './Modal';
import { Note } from './Note';
import { useBytes } from './useBytes';
import './files.css';

interface Props {
  file: StoredFile;
  onClose: () => void;
}

/** An image, as large as the dialog. */
export const FilePreview = ({ file, onClose }: Props) => {
  const t = useTranslate();
  const { url, isError } = useBytes(`/api/resource/${file.id}/preview`);
  return (
    <Modal
      size="wide"
      title={file.name}
      cancelLabel={t('panel.modal.close')}
      onClose={onClose}
      actions={
        <Button icon="download" onClick={() => void download(file.id)}>
          {t('panel.files.keep')}
        </Button>
      }
    >
      <div className="file-p">
        {isError ? <Note tone="bad">{t('panel.files.notShown')}</Note> : url && <img src={url} alt={file.name} />}
      </div>
    </Modal>
  );
};
