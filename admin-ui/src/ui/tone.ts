/** What a colour says. The accent marks what one can do; it is never a status. */
export type Tone = 'accent' | 'neutral' | 'info' | 'ok' | 'warn' | 'bad' | 'violet';
