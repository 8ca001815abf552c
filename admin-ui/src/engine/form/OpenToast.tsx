import { LinkBase, useTranslate } from 'ra-core';

interface Props {
  text: string;
  /** The address of the record that it is about. */
  to: string;
}

/** Says what was done to a record, and leads to it. */
export const OpenToast = ({ text, to }: Props) => {
  const t = useTranslate();
  return (
    <>
      <p>{text}</p>
      <p className="toast-more">
        <LinkBase to={to}>{t('panel.row.open')}</LinkBase>
      </p>
    </>
  );
};
