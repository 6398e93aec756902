import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * The log of the process: JSON lines on standard output, written synchronously so that the last line before an exit is not lost.
 * Passwords, tokens and authorization headers are blanked down to three levels deep.
 */
export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

const secrets = [
  'password',
  'old_password',
  'new_password',
  'authorization',
  'Authorization',
  'token',
  'ticket',
  'cookie',
];
// pino's wildcard stands for exactly one level, so each depth has its own path.
const redactedPaths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
