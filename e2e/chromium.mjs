/** Debian's Chromium without a window of its own: the same engine for half of the processor's time. */
export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
