import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';
import { ApplicationFilesList } from './ApplicationFilesList';
import { OwnFiles } from './OwnFiles';
import '../../ui/lines.css';

/** The files of a person: the person's own, then those of the applications. */
export const FilesTab = (props: AsideProps<Freelancer>) => {
  const t = useTranslate();
  return (
    <>
      <section className="form-s" aria-labelledby="own-files">
        <h2 id="own-files">{t('freelancer.files.own')}</h2>
        <OwnFiles {...props} />
      </section>
      <section className="form-s" aria-labelledby="application-files">
        <h2 id="application-files">{t('freelancer.files.ofApplications')}</h2>
        <ApplicationFilesList freelancerId={props.record.id} />
      </section>
    </>
  );
};
