// Importing this file ends the process once the one that started it is gone, so that a killed supervisor leaves nothing behind.
const parent = process.ppid;

/** Asks Directus to stop first and insists after three seconds. */
const stop = () => {
  setTimeout(() => process.exit(1), 3000).unref();
  process.kill(process.pid, 'SIGTERM');
};

const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  stop();
}, 500);
watch.unref();
