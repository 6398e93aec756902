import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

const main = `${root}src/main.tsx`;
const marked = (name: string): string => `document.documentElement.dataset.build = ${JSON.stringify(name)};`;

/**
 * Builds the application into a directory as the build of this name: another page, another first
 * script, which marks the document, and another service worker.
 */
export async function buildEarlier(name: string, directory: string): Promise<void> {
  const given = process.env['BUILD_ID'];
  process.env['BUILD_ID'] = name;
  try {
    await build({
      root,
      configFile: `${root}vite.config.ts`,
      logLevel: 'error',
      build: { outDir: directory, emptyOutDir: true },
      plugins: [{ name: 'earlier', transform: (code, id) => (id === main ? `${code}\n${marked(name)}` : null) }],
    });
  } finally {
    if (given === undefined) delete process.env['BUILD_ID'];
    else process.env['BUILD_ID'] = given;
  }
}
