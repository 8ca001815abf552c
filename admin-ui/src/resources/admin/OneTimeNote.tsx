import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatInstant } from '../../format/format';
import { Button } from '../../ui/Button';
import { Note } from '../../ui/Note';
import type { OneTimePassword } from '../../generated/answers';

/** A one-time password. It is shown now and never again. */
export const OneTimeNote = ({ given, email }: { given: OneTimePassword; email: string }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [isCopied, setCopied] = useState(false);
  const { oneTimePassword: password, validUntil } = given;
  return (
    <Note tone="warn" isNews>
      {t('panel.staff.once', { email, until: formatInstant(locale, validUntil ?? '') })}
      <p className="staff-once">
        <span className="mono">{password || t('panel.staff.onceGone')}</span>
        {password && (
          <Button
            small
            icon="copy"
            onClick={() => void navigator.clipboard.writeText(password).then(() => setCopied(true))}
          >
            {t(isCopied ? 'panel.staff.copied' : 'panel.staff.copy')}
          </Button>
        )}
      </p>
    </Note>
  );
};
