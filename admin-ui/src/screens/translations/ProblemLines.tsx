import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { Problems } from './check';
import type { Work } from './desk';
import { Tokens } from './Tokens';

interface Props {
  /** What prevents the text as it was typed. */
  problems: Problems | undefined;
  /** How its last try fared. */
  work: Work | undefined;
  source: string | undefined;
  onInsert: (placeholder: string) => void;
  onTakeTheirs: () => void;
}

/** What is wrong with a text, and the shortest way to mend each of it. */
export const ProblemLines = ({ problems, work, source, onInsert, onTakeTheirs }: Props) => {
  const t = useTranslate();
  const { mismatch, forms, tooLong, isEmpty } = problems ?? { isEmpty: false };
  return (
    <>
      {source !== undefined && (
        <p className="tx-source" lang="en">
          <Tokens text={source} />
        </p>
      )}
      {mismatch?.missing.map(name => (
        <Wrong key={name} text={t('panel.texts.lacks', { name: `{${name}}` })}>
          <Button small onClick={() => onInsert(name)}>
            {t('panel.texts.insert', { name: `{${name}}` })}
          </Button>
        </Wrong>
      ))}
      {mismatch && mismatch.unknown.length > 0 && (
        <Wrong text={t('panel.texts.unknown', { names: mismatch.unknown.map(name => `{${name}}`).join(', ') })} />
      )}
      {forms && <Wrong text={t('panel.texts.reason.forms', { ...forms })} />}
      {tooLong !== undefined && <Wrong text={t('validation.max', { max: tooLong })} />}
      {isEmpty && <Wrong text={t('validation.required')} />}
      {work?.status === 'failed' && work.sayings.map(({ key, params }) => <Wrong key={key} text={t(key, params)} />)}
      {work?.current !== undefined && (
        <Wrong
          text={t(work.current ? 'panel.texts.conflict' : 'panel.texts.removed', {
            name: work.current?.updatedBy ?? '',
          })}
        >
          {work.current && (
            <>
              <span className="tx-theirs">
                <Tokens text={work.current.messageValue} />
              </span>
              <Button small onClick={onTakeTheirs}>
                {t('panel.texts.takeTheirs')}
              </Button>
            </>
          )}
        </Wrong>
      )}
    </>
  );
};

const Wrong = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="tx-wrong" role="alert">
    <Icon name="alert" small />
    <span>{text}</span>
    {children}
  </div>
);
