import { Dexie } from 'dexie';
import { vi } from 'vitest';

declare global {
  var networkOfWorker: { readonly fetch: typeof fetch } | undefined;
}

// A worker keeps what it has read of the libraries from file to file; everything of ours is read anew, with no state of another file.
vi.resetModules();

// A file's server in place of the network would answer the next file too.
const { fetch: network } = (globalThis.networkOfWorker ??= { fetch: globalThis.fetch });
globalThis.fetch = network;

// Dexie looks once for the realm's databases, which a file may bring only after another one has made the worker read Dexie; what a file
// gives Dexie itself goes with the file.
for (const name of ['indexedDB', 'IDBKeyRange'] as const) {
  let given: unknown;
  Object.defineProperty(Dexie.dependencies, name, {
    configurable: true,
    get: () => given ?? globalThis[name] ?? null,
    set: (value) => {
      given = value;
    },
  });
}
