import { createRequire } from 'node:module';
import React from 'react';

const libraries = createRequire(import.meta.resolve('antd'));

/** Spares a test what React and antd do for whoever develops a page, and what antd does anew for every page. */
export function spareWork(): void {
  keepStyles();
  forgoOwnerStacks();
  // jsdom's own is read through a proxy, trap by trap; antd goes through all styles of the page for each that it mounts.
  Object.defineProperty(document.head, 'children', { configurable: true, get: () => [...document.head.childNodes] });
}

/** antd forgets the text of a style when the last element that wears it leaves, as the page does at the end of every test. */
function keepStyles(): void {
  const { createCache } = libraries('@ant-design/cssinjs') as { createCache(): StyleCache };
  const kind = Object.getPrototypeOf(createCache()) as StyleCache & { keeps?: true };
  if (kind.keeps) return;
  kind.keeps = true;
  const forgetful = kind.opUpdate;
  kind.opUpdate = function opUpdate(path, value) {
    forgetful.call(this, path, (before) => value(before) ?? (before ? [0, before[1]] : null));
  };
}

interface StyleCache {
  /** Takes how many wear a style, and the style; null is to forget it. */
  opUpdate(path: string, value: (before?: [number, unknown]) => [number, unknown] | null): void;
}

/** In development React takes a stack trace for each of the first 10,000 elements of every second, to tell it with a warning. */
function forgoOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (!internals) throw new Error('React keeps its internals elsewhere: see which name they have now');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
}
