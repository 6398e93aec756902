import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { RunningProduct } from './running-product.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** A product at an address of its own, of which a next version can be put into service while it is used. */
export interface Deployment {
  readonly address: string;
  /** The build that is in service. */
  readonly build: string;
  /** From now on only the next version's files are there: every script and style has another name, and the old ones are gone. */
  deployNext(): void;
  stop(): Promise<void>;
}

/** Puts a running product behind an address at which its next version can be deployed. */
export async function deploy(product: RunningProduct): Promise<Deployment> {
  const names = new Set(readdirSync(`${dist}assets`).filter((name) => /\.(?:js|css)$/.test(name)));
  const { build: first } = JSON.parse(readFileSync(`${dist}build.json`, 'utf8')) as { build: string };
  const next = 'the-next-one';
  let build = first;
  const renamed = (text: string): string =>
    text
      .replaceAll(first, next)
      .replace(/[\w.-]+\.(?:js|css)\b/g, (name) => (names.has(name) ? nextName(name) : name))
      // What is held under a name without a hash is known by this: a new page is a new revision.
      .replace(/"revision":"/g, '"revision":"2');
  const server = createServer((asked, answer) => {
    const url = asked.url ?? '/';
    const file = url.startsWith('/assets/') ? url.slice('/assets/'.length) : null;
    const gone = file !== null && build === next && firstName(file) === file;
    if (gone) return void answer.writeHead(404).end();
    const path = file !== null && build === next ? `/assets/${firstName(file)}` : url;
    return forward({
      asked,
      answer,
      path,
      to: product.address,
      change: build === next && !isCall(url) ? renamed : null,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    get build() {
      return build;
    },
    deployNext: () => {
      build = next;
    },
    stop: () => closed(server),
  };
}

interface Forwarding {
  asked: IncomingMessage;
  answer: ServerResponse;
  path: string;
  to: string;
  change: ((text: string) => string) | null;
}

function forward({ asked, answer, path, to, change }: Forwarding): void {
  const { 'accept-encoding': _packed, 'if-none-match': _tag, 'if-modified-since': _time, ...headers } = asked.headers;
  const passed = request(`${to}${path}`, { method: asked.method, headers }, (response) => {
    const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...kept } = response.headers;
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const body = Buffer.concat(chunks);
      answer.writeHead(response.statusCode ?? 502, kept);
      answer.end(change && isText(kept['content-type']) ? change(body.toString()) : body);
    });
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}

const mark = '-next';

function nextName(name: string): string {
  return name.replace(/\.(\w+)$/, `${mark}.$1`);
}

function firstName(name: string): string {
  return name.replace(new RegExp(`${mark}\\.(\\w+)$`), '.$1');
}

function isCall(url: string): boolean {
  return /^\/(?:api|download|erp)\//.test(url);
}

function isText(type: string | undefined): boolean {
  return /javascript|css|html|json/.test(type ?? '');
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
