import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Lets a stream through and tells afterwards what went through: its SHA-256 (hexadecimal) and its lines, which are a COPY's rows. */
export function digesting(): Transform & { digest(): { sha256: string; rows: number } } {
  const hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      // A line end inside a value is written as \n, two characters: what is left ends rows.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return Object.assign(stream, { digest: () => ({ sha256: hash.digest('hex'), rows }) });
}
