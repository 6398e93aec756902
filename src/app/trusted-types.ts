/** The part of the browser's Trusted Types that is used here; absent outside Chromium. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: {
      createHTML(text: string): string | null;
      createScript(): null;
      createScriptURL(url: string): string | null;
    },
  ): unknown;
}

/**
 * The default policy (design §9, reference reliability M8): text that holds a tag never becomes markup, no text becomes
 * a script, and scripts and workers come from our own origin. Must run before anything is drawn.
 */
export function setTrustedTypes(factory: PolicyFactory | undefined = Reflect.get(globalThis, 'trustedTypes')): void {
  factory?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScript: () => null,
    createScriptURL: (url) =>
      URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin ? url : null,
  });
}
