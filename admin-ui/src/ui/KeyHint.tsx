import { KeyCap } from './KeyCap';

export const KeyCaps = ({ keys }: { keys: string[] }) => keys.map(key => <KeyCap key={key}>{key}</KeyCap>);

/** Keys, and what they do. */
export const KeyHint = ({ keys, children }: { keys: string[]; children: string }) => (
  <span>
    <KeyCaps keys={keys} />
    {children}
  </span>
);
