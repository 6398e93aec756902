// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { socketAddress } from './socket.ts';

it.each([
  ['/erp', `ws://${location.host}/erp`],
  ['https://push.example/erp', 'wss://push.example/erp'],
  ['wss://push.example:8443/erp', 'wss://push.example:8443/erp'],
])('%s is reached at %s', (address, expected) => {
  expect(socketAddress(address)).toBe(expected);
});
