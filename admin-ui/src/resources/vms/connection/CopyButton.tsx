import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';

/** Copies a text, and says that it has. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const t = useTranslate();
  const [isCopied, setCopied] = useState(false);
  return (
    <Button small icon="copy" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      {t(isCopied ? 'panel.vms.connect.copied' : label)}
    </Button>
  );
};
