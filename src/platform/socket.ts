/** Does this browser have sockets at all? */
export function hasSockets(): boolean {
  return typeof WebSocket === 'function';
}

/** Opens a socket. */
export function openSocket(address: string): WebSocket {
  return new WebSocket(address);
}

/** The socket's address for a path or an http(s) address: the same host, over TLS where the page is. */
export function socketAddress(address: string): string {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}
