// What the processes of a run are told, and what they must not be told.

const ours = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'FILES_DIR',
  'SECRET_KEY',
  'DEMO',
  'DEMO_PASSWORD',
  'DEMO_DATA',
  'TLS_CERT',
  'TLS_KEY',
  'LOG_LEVEL',
  'TEST_POSTGRES',
  'DEEP',
  'LATE_MS',
];

/** The environment without the settings of a server on this machine, with those of the run. @param {{ seed: number, deep: boolean }} run */
export function environment({ seed, deep }) {
  const kept = Object.entries(process.env).filter(([name]) => !ours.includes(name));
  const polyfill = `--import=${new URL('../boot/node20-polyfill.mjs', import.meta.url).href}`;
  const old = Number(process.versions.node.split('.')[0]) < 22;
  const options = [process.env['NODE_OPTIONS'] ?? '', old ? polyfill : ''].join(' ').trim();
  return { ...Object.fromEntries(kept), NODE_OPTIONS: options, SEED: String(seed), ...(deep ? { DEEP: '1' } : {}) };
}
