// One product for all scenarios: the built binary with demo data in a fresh folder, and Directus beside it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const repository = resolve(import.meta.dirname, '..');
/** Where logs and pictures go: two runs beside each other have folders of their own. */
export const results = join(import.meta.dirname, 'results', process.env.E2E_RUN ?? '');

const listen = (port, host) =>
  new Promise((done, failed) => {
    const server = createServer().unref().once('error', failed).listen(port, host, () => done(server));
  });

/**
 * A port for a program that takes it only later. Systems give those of this range to nobody who asks for any, and whoever
 * asks here holds the same port at another address for as long as this process lives.
 */
export const reservePort = async () => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_768);
    try {
      await listen(port, '127.0.0.2');
      const probe = await listen(port, '127.0.0.1');
      await new Promise(done => probe.close(done));
      return String(port);
    } catch (err) {
      if (err.code !== 'EADDRINUSE') throw err;
    }
  }
};

/** Asks until the answer pleases, or the time is over, or the process that should answer is gone. */
export const until = async (what, seconds, check, isAlive = () => true) => {
  const end = Date.now() + seconds * 1000;
  let last;
  while (Date.now() < end && isAlive()) {
    try {
      const answer = await check();
      if (answer) return answer;
    } catch (err) {
      last = err;
    }
    await sleep(100);
  }
  throw new Error(`${what} did not happen within ${seconds} s`, { cause: last });
};

const launch = (name, env, command, mode = 'w') => {
  const log = openSync(join(results, `${name}.log`), mode);
  const child = spawn(join(repository, 'scripts', 'guard'), command, { cwd: repository, env, stdio: ['ignore', log, log] });
  const ended = new Promise(done => child.once('exit', done));
  return {
    isAlive: () => child.exitCode === null,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    /** Ends the command at once, as a power cut does. */
    kill: () => {
      const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
      process.kill(Number(pid), 'SIGKILL');
      return ended;
    },
  };
};

/** Starts commands in a fresh data folder and waits for the service; the returned stop leaves neither a process nor a file. */
const startParts = async (commands, isReady, settings = {}) => {
  mkdirSync(results, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'poolkeeper-e2e-'));
  const [port, contentPort] = [await reservePort(), await reservePort()];
  const env = { ...process.env, HOST: '127.0.0.1', PORT: port, CONTENT_PORT: contentPort, DATA_DIR: data, DEMO: '1', CONTENT_URL: '', CONTENT_TIMEOUT: '20s', VMS_PRIVATE_HOSTS: '127.0.0.1', ...settings };
  const url = `http://127.0.0.1:${port}`;
  const parts = Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, launch(name, env, command)]));
  const stop = async () => {
    await Promise.all(Object.values(parts).map(part => part.stop()));
    rmSync(data, { recursive: true, force: true });
  };
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return answer.ok && isReady(await answer.json());
  };
  try {
    await until('the start of the product', 600, ready, () => Object.values(parts).every(part => part.isAlive()));
  } catch (err) {
    await stop();
    throw new Error(`${err.message}; see ${results}`, { cause: err.cause });
  }
  /** Kills one of the commands, and starts it again. */
  const crash = async name => {
    await parts[name].kill();
    parts[name] = launch(name, env, commands[name], 'a');
    await until('another start', 600, ready, () => parts[name].isAlive());
  };
  return { url, data, stop, crash };
};

/** Starts another service by itself, without Directus: a binary, or a command of it with its words. */
export const startService = (command, settings) => startParts({ other: [command].flat() }, () => true, settings);

/** Starts everything. */
export const startProduct = async () => {
  const commands = { service: ['build/extension-service', 'serve'], content: ['scripts/content/start'] };
  const started = await startParts(commands, answer => answer.checks.content === 'ok');
  const content = () => JSON.parse(readFileSync(join(started.data, 'content', 'service.json'), 'utf8'));
  return { ...started, content };
};
