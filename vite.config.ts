import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { type FrameName, framesOf } from './src/app/routing/frames.ts';
import { bootScript } from './src/build/boot-script.ts';
import { buildId } from './src/build/build-id.ts';
import { chunkGroups } from './src/build/chunks.ts';
import { leanAntd } from './src/build/lean-antd.ts';
import { manifest } from './src/build/manifest.ts';
import { isOfflineWorker, offlineFiles } from './src/build/parts.ts';
import { keepPrecacheBudget } from './src/build/precache-budget.ts';
import { precompress } from './src/build/precompress.ts';
import { routeLines } from './src/build/route-lines.ts';
import { warmList } from './src/build/warm.ts';
import { palettes, themeCss } from './src/kit/theme.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const build = buildId(root);
const server = process.env['BACK_OFFICE_SERVER'] ?? 'http://localhost:8080';

export default defineConfig({
  // For the service worker alone; the page reads it from its own head (src/platform/build.ts).
  define: { __BUILD__: JSON.stringify(build) },
  plugins: [react(), leanAntd(), page(), boot(), warmList(), ...serviceWorker(), precompress()],
  build: {
    manifest: true,
    // Chromium 111 and what is of its age: the oldest that Vite 8 builds for without saying so.
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Sizes are held by .size-limit.ts, in what a person waits for.
    chunkSizeWarningLimit: 2000,
    // What every screen stands on is on its way before any of them, and the files of a screen are named in the first script
    // (src/app/boot): named once more with each, they would be the greater part of the table of routes. Styles are waited for here.
    modulePreload: {
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'js' ? files.filter((one) => !isShared(one) && !(isRoutes(hostId) && one.endsWith('.js'))) : files,
    },
    rolldownOptions: {
      output: {
        // Every way to a screen is in the first file, with its hash: seven signs are the fewest for so many files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups(routeLines(root).length) },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/download': server,
      '/config.json': server,
      '/erp': { target: server, ws: true },
    },
  },
});

/** The groups that the frames load themselves (src/build/chunks.ts). */
const isShared = (file: string): boolean =>
  /^assets\/(?:react|query|core|common|engine|desk|antd|rolldown-runtime)-[\w-]{7}\.(?:js|css)$/.test(file);

const isRoutes = (file: string): boolean => /^assets\/routes-[\w-]{7}\.js$/.test(file);

/** Writes the look's tokens into index.html and the build's name into `build.json`, which the server reads. */
function page(): Plugin {
  return {
    name: 'page',
    transformIndexHtml: () => [
      // At the end of the head: a browser looks for the character set in the first 1024 bytes only.
      { tag: 'meta', attrs: { name: 'build', content: build }, injectTo: 'head' },
      { tag: 'style', children: themeCss(), injectTo: 'head' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ build })}\n` });
    },
  };
}

/** The first script of the page, told which files stand around the screen of an address: its frames, and the table that says which is which. */
function boot(): Plugin {
  const frames: Record<FrameName, string> = {
    office: 'src/app/office/office-frame.tsx',
    desk: 'src/app/office/desk-frame.tsx',
    hand: 'src/app/hand/hand-frame.tsx',
  };
  const around = (path: string) => framesOf(path).map((frame) => frames[frame]);
  return bootScript({
    root,
    name: build,
    framesOf: (path) => (around(path).length === 0 ? [] : ['src/app/routes.ts', ...around(path)]),
  });
}

/** The service worker of `sw/`; a build without its source has none. */
function serviceWorker(): Plugin[] {
  if (!existsSync(new URL('./sw/sw.ts', import.meta.url))) return [];
  let target = 'dist';
  let failed = false;
  // The worker is built also after a failed build of the page, and must not hide why that failed.
  const note: Plugin = {
    name: 'note-build',
    configResolved: (config) => {
      target = config.build.outDir;
    },
    buildEnd: (error) => {
      failed = error !== undefined;
    },
  };
  const worker = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // We register it ourselves, when the page is idle (src/app/service-worker.ts).
    injectRegister: false,
    manifest: manifest(palettes.light),
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      maximumFileSizeToCacheInBytes: 1_500_000,
      globPatterns: ['index.html', 'boot.js', 'icons/icon.svg', 'icons/icon-192.png', 'assets/*.{js,css}'],
      // Hashed names need no revision; of them only what starts without the network is held from the first moment.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          if (failed) return { manifest: [], warnings: [] };
          const built = JSON.parse(readFileSync(`${target}/.vite/manifest.json`, 'utf8')) as Manifest;
          const held = offlineFiles(built);
          const kept = entries.filter(({ url }) => !url.startsWith('assets/') || held.has(url) || isOfflineWorker(url));
          keepPrecacheBudget(
            target,
            kept.map(({ url }) => url),
          );
          return { manifest: kept, warnings: [] };
        },
      ],
    },
  });
  return [note, ...worker];
}
