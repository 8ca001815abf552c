import type { FocusEvent, ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from './Button';
import { ModalFrame } from './ModalFrame';

export interface QuestionProps {
  title: string;
  /** Says what will happen: verb, object, number. */
  confirm: string;
  cancel?: string;
  look?: 'primary' | 'danger';
  note?: ReactNode;
  refusal?: string | undefined;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  onFocus?: (event: FocusEvent) => void;
  children?: ReactNode;
}

/** A question with two answers, in a frame of its own. */
export const Question = (props: QuestionProps) => {
  const { title, confirm, cancel, look = 'primary', note, refusal, isBusy, onConfirm, onCancel, children } = props;
  const t = useTranslate();
  const footer = (
    <>
      <span className="note-l grow">{note}</span>
      <Button onClick={onCancel} data-autofocus>
        {cancel ?? t('panel.modal.cancel')}
      </Button>
      <Button look={look} refusal={refusal} isBusy={isBusy ?? false} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
  return (
    <ModalFrame
      title={title}
      role="alertdialog"
      size="narrow"
      isBusy={isBusy ?? false}
      onClose={onCancel}
      {...(props.onFocus && { onFocus: props.onFocus })}
      footer={footer}
    >
      {children}
    </ModalFrame>
  );
};
