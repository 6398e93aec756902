import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartupError } from './startup-error.ts';

/**
 * The installation's key, 32 bytes, with which secrets are sealed in the database: `SECRET_KEY` (64 hexadecimal digits), else the
 * file `secret-key` of the data directory, made at the first start. Servers that share a database must share the key. Throws a StartupError.
 */
export function readSecretKey(env: NodeJS.ProcessEnv, dataDir: string): Buffer {
  const given = env.SECRET_KEY?.trim();
  if (given) return decoded(given, 'SECRET_KEY');
  const file = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    // Exclusive: two processes that start at once end up with one key.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return decoded(readFileSync(file, 'utf8').trim(), file);
}

function decoded(text: string, where: string): Buffer {
  // What was given may be a key with a slip in it, so the message does not repeat it.
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new StartupError(`${where} must be 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}
