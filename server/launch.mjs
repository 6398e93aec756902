// `npm start`: installs and builds what is missing, then runs the server and ends as it ends.
import { spawn } from 'node:child_process';
import { checkNode, endOf, ensureBuild, ensurePackages, PrepareError, root, stopSignals } from './prepare.mjs';

try {
  checkNode();
  await ensurePackages();
  await ensureBuild();
  process.exitCode = await serve();
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Runs the server until it ends; answers its exit code. */
async function serve() {
  // The channel tells the server when we are gone, however we went.
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C reaches the server from the terminal as well; it takes the second one for the same wish.
  for (const signal of stopSignals) process.on(signal, () => server.kill(signal));
  stopWithNpm(() => server.kill('SIGTERM'));
  const { code, signal } = await endOf(server);
  if (signal !== null) process.stderr.write(`the server was ended by ${signal}\n`);
  return code ?? 1;
}

/**
 * A signal or kill -9 to `npm start` may end npm and its shell without a word to us; they are then no longer our parent.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
