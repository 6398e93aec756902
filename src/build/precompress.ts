import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes a `.br` and a `.gz` beside every text file of the build, so that the server sends them as they are. Files that
 * shrink by less than a tenth get none. Runs after the service worker has been written.
 */
export function precompress(): Plugin {
  let target = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      target = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        // A build that failed has written nothing, and its reason is told elsewhere.
        if (!existsSync(join(target, 'index.html'))) return;
        const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => texts.test(name));
        await Promise.all(names.map((name) => compress(join(target, name))));
      },
    },
  };
}

const texts = /\.(?:js|css|html|svg|json|webmanifest|txt|wasm)$/;
/** Below this packing gains nothing. A screen is made of dozens of files of a few hundred bytes, which go in one connection. */
const leastBytes = 128;

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < leastBytes) return;
  const brotli = await toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const zipped = await toGzip(bytes, { level: 9 });
  if (brotli.length < bytes.length * 0.9) writeFileSync(`${file}.br`, brotli);
  if (zipped.length < bytes.length * 0.9) writeFileSync(`${file}.gz`, zipped);
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
