import type { Service } from '#contract/kit/call.ts';
import { fileOptions, takePrefetchedFile } from './prefetched.ts';

/** Where the services live (design §4): addresses without a trailing slash, relative to the origin or absolute. */
export interface Bases extends Record<Service, string> {
  download: string;
  push: string;
  /** The second-generation application (specification §2); empty where there is none. */
  ev2: string;
  /** Build number of the running server's front end, sent as X-App-Build; empty when the server names none. */
  build: string;
}

/** The addresses of our own server, used for whatever `/config.json` leaves out. */
export const ownBases: Bases = {
  erp: '/api/erp',
  acl: '/api/acl',
  task: '/api/task',
  file: '/api/file',
  download: '/download',
  push: '/erp',
  ev2: '',
  build: '',
};

/** The file that says where the services live. */
export const basesAddress = '/config.json';

/**
 * Reads `/config.json`. Without network, or when the file is not what it should be, our own server's addresses serve:
 * a tablet must start in a dead spot (design §6).
 */
export async function loadBases(address: string = basesAddress): Promise<Bases> {
  try {
    const response = await (takePrefetchedFile(address) ?? fetch(address, fileOptions));
    return response.ok ? readBases(await response.json()) : ownBases;
  } catch {
    // Unreachable or no JSON: both mean that nobody told us otherwise.
    return ownBases;
  }
}

/** Takes the texts of a parsed `/config.json` over our own addresses; anything else in it is left alone. */
export function readBases(config: unknown): Bases {
  const bases = { ...ownBases };
  if (typeof config !== 'object' || config === null) return bases;
  for (const name of Object.keys(ownBases) as (keyof Bases)[]) {
    const value: unknown = Reflect.get(config, name);
    if (typeof value === 'string') bases[name] = value.replace(/\/+$/, '');
  }
  return bases;
}
