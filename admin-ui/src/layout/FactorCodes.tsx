import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../ui/Button';
import { Note } from '../ui/Note';

/** The codes that open the account when the app is lost. They are shown now and never again. */
export const FactorCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const t = useTranslate();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <div className="factor">
      <Note tone="warn" isNews>
        {t('panel.factor.codes')}
      </Note>
      <ul className="factor-codes mono">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="factor-do">
        <Button icon="copy" onClick={copy}>
          {t(isCopied ? 'panel.staff.copied' : 'panel.staff.copy')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t('panel.factor.kept')}
        </Button>
      </p>
    </div>
  );
};
