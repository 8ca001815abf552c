const stamp = 'panel.reloaded';
const guard = 60_000;

/**
 * Reloads the page when a part of it cannot be loaded: after a release the old files are gone. Within a minute of
 * such a reload the failure is let through, and the error page shows it. Offline a reload would lose the page.
 */
export const reloadOnce = (event: Event) => {
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem(stamp) ?? 0);
  if (Date.now() - last < guard) return;
  event.preventDefault();
  sessionStorage.setItem(stamp, String(Date.now()));
  location.reload();
};
