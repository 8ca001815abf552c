import './plain.css';

/** A key of the keyboard. */
export const KeyCap = ({ children }: { children: string }) => <kbd className="kbd">{children}</kbd>;
