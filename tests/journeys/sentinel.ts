import type { BrowserContext, Page } from '@playwright/test';

/** What has run, loaded or tried to: each with the page it happened on. */
export type Alarms = readonly string[];

/**
 * Watches every page of a context for anything a text may do that is taken for more than a text: a script that ran, a
 * dialog, a request to another host, a page that went elsewhere, a breach of the content policy that stopped one of them.
 */
export async function watch(context: BrowserContext, { host }: { host: string }): Promise<Alarms> {
  const alarms: string[] = [];
  await context.exposeFunction('__alarm', (what: string) => void alarms.push(what));
  await context.addInitScript(standGuard);
  context.on('page', (page) => guard(page, { host, alarms }));
  return alarms;
}

function guard(page: Page, { host, alarms }: { host: string; alarms: string[] }): void {
  const note = (what: string): void => void alarms.push(`${what} on ${page.url()}`);
  page.on('dialog', (dialog) => {
    // The browser's own question over a form with changes.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    note(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (opened) => note(`popup ${opened.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.host !== host) note(`request ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) note(`frame ${frame.url()}`);
  });
}

// Runs in the page, before anything of the page.
function standGuard(): void {
  const alarm = (what: string): void => void Reflect.get(globalThis, '__alarm')(`${what} on ${location.href}`);
  Object.defineProperty(globalThis, '__pwned', {
    get: () => undefined,
    set() {
      alarm('a script ran');
    },
  });
  document.addEventListener('securitypolicyviolation', (event) =>
    alarm(`breach of ${event.violatedDirective} by ${event.blockedURI || event.sample}`),
  );
}

/** Elements that no screen of ours has: markup that came out of a text and did nothing yet. */
export function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll(
        'body script:not([src]), iframe, object, embed, base[href*="evil"], link[href*="evil"], meta[http-equiv="refresh"], img[src="x"], [onerror], [onload], [onfocus], [ontoggle], [onmouseover], a[href^="javascript:"], form[action*="evil"], math',
      ),
      (element) => element.outerHTML.slice(0, 120),
    ),
  );
}
