/** Names in the browser's storage under which is kept what the next start begins with, read before the application is there. */
export const startKeys = {
  /** The device's name for the wire, so that a first call need not wait for a database. */
  device: 'device:id',
  /** Where the services live. */
  bases: 'device:bases',
  theme: 'device:theme',
  /** A person's saved views and columns. */
  views: 'own-views',
  /** In the storage of the tab: the menu shows marks only. */
  menuClosed: 'menu-closed',
  /** Menu and user. */
  snapshot: 'boot-snapshot',
} as const;
