import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { reasonOf, StartupError } from './startup-error.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absolute path of the folder of exported, imported and attached files; nodes of one company share it. */
  readonly filesDir: string;
  /** A given PostgreSQL; without it the server starts its own in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database for the role that owns its tables: migrations run as it, nothing else does. */
  readonly databaseOwnerUrl: string | undefined;
  /** Load the demo company on an empty database. */
  readonly demo: boolean;
  readonly demoPassword: string;
  /** Absolute paths of certificate and key; present: serve HTTPS. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses and networks of the proxies in front, whose word on where a caller comes from is taken; of nobody else. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  /** What whoever reads `/metrics` must send; without it there is no such address. */
  readonly metricsToken: string | undefined;
  readonly secondApplication: SecondApplication;
}

/** The second-generation application (specification §2): where it is served, and what of it stands in the menu. */
export interface SecondApplication {
  /** Without a trailing slash; absent: there is none, and its entries say so. */
  readonly address: string | undefined;
  readonly entries: readonly SecondEntry[];
}

/** An entry of the menu that leads there: its name, and the path inside that application. */
export interface SecondEntry {
  readonly name: string;
  readonly path: string;
}

export type LogLevel = (typeof logLevels)[number];

/** Reads the settings from the environment; an empty variable counts as not set. A bad value throws a StartupError naming it. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  const databaseOwnerUrl = readDatabaseUrl(env, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    throw new StartupError('DATABASE_OWNER_URL belongs to a DATABASE_URL: set both');
  const dataDir = resolve(given(env, 'DATA_DIR') ?? './data');
  return {
    port: readPort(env),
    host: given(env, 'HOST') ?? '127.0.0.1',
    dataDir,
    filesDir: resolve(given(env, 'FILES_DIR') ?? join(dataDir, 'files')),
    databaseUrl,
    databaseOwnerUrl,
    demo: readSwitch(env, 'DEMO') ?? databaseUrl === undefined,
    demoPassword: given(env, 'DEMO_PASSWORD') ?? 'back-office-demo',
    tls: readTls(env),
    trustedProxies: readTrustedProxies(env),
    logLevel: readLogLevel(env),
    metricsToken: readMetricsToken(env),
    secondApplication: { address: readSecondAddress(env), entries: readSecondEntries(env) },
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function given(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function readPort(env: NodeJS.ProcessEnv): number {
  const text = given(env, 'PORT') ?? '8080';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new StartupError(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean | undefined {
  const text = given(env, name);
  if (text === undefined) return undefined;
  if (text !== '0' && text !== '1') throw new StartupError(`${name} must be 0 or 1, not "${text}"`);
  return text === '1';
}

function readDatabaseUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const url = given(env, name);
  // The value may hold a password, so the message does not repeat it.
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) {
    throw new StartupError(`${name} must start with postgres:// or postgresql://`);
  }
  return url;
}

function readMetricsToken(env: NodeJS.ProcessEnv): string | undefined {
  const token = given(env, 'METRICS_TOKEN');
  // It is a secret, so the message does not repeat it.
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new StartupError('METRICS_TOKEN must have at least 16 characters, none of them a space');
  return token;
}

// On this origin only below /ev2: the service worker answers any other path with this application's page.
function readSecondAddress(env: NodeJS.ProcessEnv): string | undefined {
  const address = given(env, 'EV2_URL');
  if (address === undefined) return undefined;
  const elsewhere = /^https?:\/\/[^?#@\s]+$/.test(address) && URL.canParse(address);
  if (!elsewhere && !/^\/ev2(\/[\w.-]+)*\/?$/.test(address))
    throw new StartupError(`EV2_URL must be an http(s) address or a path from /ev2, not "${address}"`);
  return address.replace(/\/+$/, '');
}

function readSecondEntries(env: NodeJS.ProcessEnv): SecondEntry[] {
  const entries = (given(env, 'EV2_MENU') ?? '').split(';').flatMap((text): SecondEntry[] => {
    if (text.trim() === '') return [];
    const [, name, path] = /^([^=]{1,20})=(\/[\w./?=&%-]{1,200})$/.exec(text.trim()) ?? [];
    if (name === undefined || path === undefined || path.startsWith('//'))
      throw new StartupError(`EV2_MENU must hold entries like "name=/path", separated by ";", not "${text.trim()}"`);
    return [{ name: name.trim(), path }];
  });
  const paths = new Set(entries.map(({ path }) => path));
  if (paths.size < entries.length) throw new StartupError('EV2_MENU names one path twice');
  return entries;
}

function readTls(env: NodeJS.ProcessEnv): Config['tls'] {
  const cert = given(env, 'TLS_CERT');
  const key = given(env, 'TLS_KEY');
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new StartupError('TLS_CERT and TLS_KEY belong together: set both or none');
  }
  return { certFile: readableFile('TLS_CERT', cert), keyFile: readableFile('TLS_KEY', key) };
}

// Addresses or networks, never "all": a header that everybody may send says nothing.
function readTrustedProxies(env: NodeJS.ProcessEnv): string[] {
  const places = (given(env, 'TRUSTED_PROXY') ?? '').split(',').flatMap((place) => place.trim() || []);
  const wrong = places.find((place) => !isPlace(place));
  if (wrong !== undefined)
    throw new StartupError(`TRUSTED_PROXY must hold addresses or networks like 10.0.0.0/8, not "${wrong}"`);
  return places;
}

function isPlace(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function readableFile(name: string, path: string): string {
  const file = resolve(path);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new StartupError(`${name}: cannot read ${file}: ${reasonOf(error)}`);
  }
  return file;
}

function readLogLevel(env: NodeJS.ProcessEnv): LogLevel {
  const text = given(env, 'LOG_LEVEL') ?? 'warn';
  const level = logLevels.find((name) => name === text);
  if (level === undefined) {
    throw new StartupError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}"`);
  }
  return level;
}
