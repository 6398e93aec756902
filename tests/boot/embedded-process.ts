// A process that does nothing but keep the embedded PostgreSQL of a data directory running: a server that tests may kill.
// usage: node --import tsx tests/boot/embedded-process.ts <data directory>
import { startEmbedded } from '#server/database/embedded.ts';
import { createLog } from '#server/platform/log.ts';
import { StartupError } from '#server/platform/startup-error.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const { ownerUrl, stop } = await startEmbedded({ dataDir, log: createLog({ level: 'info' }) });
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.stdout.write(`ready ${ownerUrl}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
