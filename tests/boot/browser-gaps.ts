// What jsdom lacks and antd asks for when it mounts (reference/ecosystem T9). Does nothing in the tests that run without a document.
if (typeof document !== 'undefined') {
  const { configure, getConfig, prettyDOM, screen, within } = await import('@testing-library/react');
  configure({
    // The default is one second, which a busy machine takes for a form.
    asyncUtilTimeout: 10_000,
    // What is waited for and not yet there is no fault: the page is put into words once, when the time is up.
    getElementError: (message, container) => {
      const waits = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
      const page = waits ? '' : prettyDOM(container);
      return Object.assign(new Error([message, page].filter(Boolean).join('\n\n')), {
        name: 'TestingLibraryElementError',
      });
    },
  });
  // The library is read once for several files, and `screen` is of the document that it met first.
  Object.assign(screen, within(document.body));
  const { tellStyles } = await import('./style-of.ts');
  if (document.defaultView) tellStyles(document.defaultView);
  const { spareWork } = await import('./spare-work.ts');
  spareWork();
  // What a page reports fails the test that drew it.
  globalThis.reportError ??= (problem: unknown) => {
    queueMicrotask(() => {
      throw problem;
    });
  };
  globalThis.matchMedia ??= (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: nothing,
      removeListener: nothing,
    });
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  Element.prototype.setPointerCapture ??= nothing;
  Element.prototype.releasePointerCapture ??= nothing;
  globalThis.isSecureContext ??= true;
  // Whatever there is, is in view.
  globalThis.IntersectionObserver ??= class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    readonly #hear: IntersectionObserverCallback;
    constructor(hear: IntersectionObserverCallback) {
      this.#hear = hear;
    }
    observe(target: Element): void {
      this.#hear([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
    }
    unobserve = nothing;
    disconnect = nothing;
    takeRecords = () => [];
  };
  globalThis.ResizeObserver ??= class implements ResizeObserver {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  };
}

function nothing(): void {
  // Sizes and media never change in jsdom.
}
