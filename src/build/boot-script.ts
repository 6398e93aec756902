import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest, type Plugin, runnerImport } from 'vite';
import { filesOf } from './parts.ts';
import { type RouteLine, routeLines } from './route-lines.ts';

interface BootScript {
  root: string;
  /** Name of the build. */
  name: string;
  /** The files of the frames around a path's screen. */
  framesOf(path: string): readonly string[];
}

/**
 * Writes `boot.js`, the first script of the page (src/app/boot), with what the build knows of each address: the files
 * that its screen needs beside those of index.html, and what its list asks. While developing there is nothing to know.
 */
export function bootScript({ root, name, framesOf }: BootScript): Plugin {
  const script = (table: object) => bundle(root, table);
  return {
    name: 'boot-script',
    configureServer: ({ middlewares }) => {
      middlewares.use('/boot.js', (_request, response, next) => {
        script({ build: name, files: [], routes: {} }).then((code) => {
          response.setHeader('content-type', 'text/javascript').end(code);
        }, next);
      });
    },
    writeBundle: {
      order: 'post',
      handler: async ({ dir }) => {
        if (dir === undefined) return;
        const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
        const questions = await firstQuestions(root);
        writeFileSync(
          join(dir, 'boot.js'),
          await script({ build: name, ...startTable({ manifest, lines: routeLines(root), framesOf, questions }) }),
        );
      },
    },
  };
}

interface Known {
  manifest: Manifest;
  lines: readonly RouteLine[];
  framesOf(path: string): readonly string[];
  /** What each definition's list asks first, by the definition's name. */
  questions: ReadonlyMap<string, unknown>;
}

/** What the first script is told; throws where a route leads to no screen or lists what nothing defines. */
export function startTable({ manifest, lines, framesOf, questions }: Known) {
  const always = filesOf(manifest, ['index.html']);
  const files: string[] = [];
  const routes: Record<string, object> = {};
  for (const { path, screen, lists } of lines) {
    // The files of an address with a part that changes are held from the first moment on.
    if (path.includes(':')) continue;
    const needed = [...filesOf(manifest, [...framesOf(path), screen])].filter((file) => !always.has(file));
    for (const file of needed) if (!files.includes(file)) files.push(file);
    const list = lists === undefined ? undefined : questions.get(lists);
    if (lists !== undefined && !list) throw new Error(`${path} lists ${lists}, which nothing defines`);
    routes[path] = { files: needed.map((file) => files.indexOf(file)), ...(list ? { list } : {}) };
  }
  return { files, routes };
}

async function firstQuestions(root: string): Promise<Map<string, unknown>> {
  const { definitions } = await load<{ definitions: { name: string }[] }>(root, 'contract/definitions.ts');
  const { firstQuestion } = await load<{ firstQuestion(of: object): unknown }>(
    root,
    'src/engine/list/first-question.ts',
  );
  return new Map(definitions.map((definition) => [definition.name, firstQuestion(definition)]));
}

async function load<T>(root: string, file: string): Promise<T> {
  return (await runnerImport<T>(join(root, file), { root, configFile: false, logLevel: 'error' })).module;
}

async function bundle(root: string, table: object): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __START__: JSON.stringify(table) },
    build: {
      write: false,
      modulePreload: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: join(root, 'src/app/boot/boot.ts'), output: { format: 'iife' } },
    },
  });
  const [result] = [built].flat();
  const script = result && 'output' in result ? result.output[0] : undefined;
  if (script?.type !== 'chunk') throw new Error('the first script was not built');
  return script.code;
}
