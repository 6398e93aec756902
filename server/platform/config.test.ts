import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '1e3'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://root:hush@db/x'],
  ['TRUSTED_PROXY', 'proxy.example'],
  ['TRUSTED_PROXY', '10.0.0.1, *'],
  ['TRUSTED_PROXY', '10.0.0.0/33'],
  ['TRUSTED_PROXY', '0.0.0.0/0'],
  ['TLS_CERT', '/nowhere/cert.pem'],
  ['TLS_KEY', '/nowhere/key.pem'],
  ['EV2_URL', 'javascript:alert(1)'],
  ['EV2_URL', '//elsewhere.example'],
  ['EV2_URL', '/second'],
  ['EV2_URL', 'https://second.example/#'],
  ['EV2_MENU', '报表'],
  ['EV2_MENU', '报表=reports'],
  ['EV2_MENU', '报表=//elsewhere.example'],
  ['EV2_MENU', '报表=/a; 另一个=/a'],
])('refuses %s=%s with one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartupError);
  expect(read).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
  expect(read).not.toThrow(/hush/);
});

test('refuses a certificate that cannot be read', () => {
  const key = join(folder, 'key.pem');
  writeFileSync(key, '');
  expect(() => readConfig({ TLS_CERT: join(folder, 'none.pem'), TLS_KEY: key })).toThrow('TLS_CERT: cannot read');
});

test('without any variable it is a demo on this machine', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    filesDir: resolve('data/files'),
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    demo: true,
    demoPassword: 'back-office-demo',
    tls: undefined,
    trustedProxies: [],
    logLevel: 'warn',
    secondApplication: { address: undefined, entries: [] },
  });
});

test('the second-generation application is at an address or below /ev2, and stands in the menu as told', () => {
  const { secondApplication } = readConfig({
    EV2_URL: 'https://second.example/app/',
    EV2_MENU: '报表=/reports; 采购=/buy;',
  });
  expect(secondApplication).toEqual({
    address: 'https://second.example/app',
    entries: [
      { name: '报表', path: '/reports' },
      { name: '采购', path: '/buy' },
    ],
  });
  expect(readConfig({ EV2_URL: '/ev2/' }).secondApplication.address).toBe('/ev2');
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', TLS_CERT: '', DEMO: '' })).toEqual(readConfig({}));
});

test('a given database holds no demo unless asked for', () => {
  const url = 'postgres://someone@db/company';
  expect(readConfig({ DATABASE_URL: url }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: url, DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
});

test('certificate and key are taken together, as absolute paths', () => {
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  writeFileSync(cert, '');
  writeFileSync(key, '');
  expect(readConfig({ TLS_CERT: cert, TLS_KEY: key }).tls).toEqual({ certFile: cert, keyFile: key });
});
