import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service fails: what it answers instead of tags. */
export type ServiceFault = 'error' | 'page' | 'junk' | 'deaf' | null;

/**
 * A reader's own service on this computer, as its maker installs it (specification §7): `POST /start` reads for a while and answers each tag that it has
 * heard, `GET /status` says that it is there. Pages of another address may ask it.
 */
export async function readerService({ round = 20, port = 0 } = {}) {
  let tags: readonly string[] = [];
  let fault: ServiceFault = null;
  let running = 0;
  let most = 0;
  const asked: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const path = `${request.method} ${request.url}`;
      asked.push({ path, body });
      const answer = (status: number, text: string) =>
        void response
          .writeHead(status, { 'access-control-allow-origin': '*', 'access-control-allow-private-network': 'true' })
          .end(text);
      if (fault === 'deaf') return;
      if (fault === 'error') return answer(500, 'busy');
      if (fault === 'page') return answer(200, '<!doctype html><title>printer</title>');
      if (path === 'GET /status') return answer(200, JSON.stringify({ version: 'UHF Service 2.1', status: 'idle' }));
      if (path !== 'POST /start') return answer(404, '');
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        answer(200, fault === 'junk' ? '[{"EPC":' : JSON.stringify(tags.map((EPC, at) => ({ EPC, RSSI: -40 - at }))));
      }, round);
    });
  });
  const listen = (at: number) => new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve));
  await listen(port);
  const { port: own } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    port: own,
    asked,
    /** How many rounds went on at once, at most. */
    get most() {
      return most;
    },
    show: (epcs: readonly string[]) => {
      tags = epcs;
    },
    fail: (how: ServiceFault) => {
      fault = how;
    },
    /** Ended by somebody, and started again where it was. */
    stop,
    startAgain: () => listen(own),
  };
}
