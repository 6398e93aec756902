// `npm start`: installs and builds what is missing, then runs the server until it is asked to stop.
import { keepServer } from './keep-server.mjs';
import { checkNode, ensureBuild, ensurePackages, PrepareError } from './prepare.mjs';

try {
  checkNode();
  await ensurePackages();
  await ensureBuild();
  process.exitCode = await keepServer();
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
