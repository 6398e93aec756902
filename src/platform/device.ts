/** What this device calls itself on the list of counting devices, until a person gives it a name. */
export function deviceName(): string {
  return localStorage.getItem(nameKey) ?? agentName(navigator.userAgent);
}

/** Whether a person has given this device a name. */
export function isDeviceNamed(): boolean {
  return localStorage.getItem(nameKey) !== null;
}

/** A browser that called itself so, in words: `Windows · Chrome 149`. */
export function agentName(agent: string): string {
  return `${machine(agent)} · ${browser(agent)}`;
}

/** Gives this device a name; it stays through sign-outs. An empty one takes the name back. */
export function nameDevice(name: string): void {
  if (name.trim() === '') localStorage.removeItem(nameKey);
  else localStorage.setItem(nameKey, name.trim().slice(0, 64));
}

/** How safe the device's storage is from being cleared by the browser, and how full. Bytes; null where not told. */
export interface StorageSafety {
  persisted: boolean;
  used: number | null;
  quota: number | null;
}

/** Asks the browser never to clear our storage; ask after sign-in and again when the app has been installed. */
export async function askToPersist(): Promise<StorageSafety> {
  const storage = secureStorage();
  if (storage && !(await storage.persisted())) await storage.persist();
  return storageSafety();
}

/** Looks without asking. */
export async function storageSafety(): Promise<StorageSafety> {
  const storage = secureStorage();
  if (!storage) return { persisted: false, used: null, quota: null };
  const { usage, quota } = await storage.estimate();
  return { persisted: await storage.persisted(), used: usage ?? null, quota: quota ?? null };
}

/** How the product is shown: as an installed app or in a browser's tab. */
export function displayMode(): 'app' | 'tab' {
  return matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches ? 'app' : 'tab';
}

/** Whether the device is worked by touch, as a tablet is. */
export function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Without HTTPS (or localhost) there is no service worker, no camera, no lock: the product says so plainly (design §4). */
export function isSecure(): boolean {
  return isSecureContext;
}

/** The browser's locks; null where the page is not secure. */
export function lockManager(): LockManager | null {
  return (navigator.locks as LockManager | undefined) ?? null;
}

function secureStorage(): StorageManager | undefined {
  return navigator.storage as StorageManager | undefined;
}

function machine(agent: string): string {
  const model = /Android [\d.]+; ([^;)]+?)(?: Build|\))/.exec(agent)?.[1];
  if (model && model !== 'K') return model;
  const known: [RegExp, string][] = [
    [/Android/, 'Android'],
    [/iPad|iPhone/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ];
  return known.find(([pattern]) => pattern.test(agent))?.[1] ?? '设备';
}

function browser(agent: string): string {
  const known: [RegExp, string][] = [
    [/Edg\/(\d+)/, 'Edge'],
    [/Firefox\/(\d+)/, 'Firefox'],
    [/Chrome\/(\d+)/, 'Chrome'],
    [/Version\/(\d+).*Safari/, 'Safari'],
  ];
  for (const [pattern, name] of known) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return '浏览器';
}

const nameKey = 'device:name';
