import type { ButtonHTMLAttributes } from 'react';
import './button.css';

/** A button that stands inside a sentence. */
export const LinkButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className={`link ${props.className ?? ''}`} />
);
