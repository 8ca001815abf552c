import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Avatar } from '../../ui/Avatar';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { GoingFile } from '../../ui/GoingFile';
import { ImageUploader } from '../../ui/ImageUploader';

const going = { key: 1, name: 'profile.pdf', share: 0.62 };

/** Images and files. What is chosen here is really sent, and goes after a week since no record names it. */
export const GuideFiles = () => {
  const t = useTranslate();
  const [image, setImage] = useState('');
  const [files, setFiles] = useState<string[]>([]);
  return (
    <>
      <div className="guide-g">
        <Field label={t('panel.guide.image')} isWide>
          <ImageUploader label={t('panel.guide.image')} value={image} onChange={setImage} />
        </Field>
        <Field label={t('panel.guide.fileList')} isWide>
          <FileInput isMany max={3} value={files} onChange={setFiles} />
        </Field>
      </div>
      <div className="guide-n">
        <GoingFile file={going} onDrop={() => undefined} />
        <GoingFile file={{ ...going, error: t('error.mime') }} onDrop={() => undefined} />
      </div>
      <div className="guide-r">
        <Avatar name="Norrsken Bank" size="small" />
        <Avatar name="Norrsken Bank" image={image} />
        <Avatar name="Norrsken Bank" image={image} size="large" />
      </div>
    </>
  );
};
