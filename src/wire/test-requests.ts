import { vi } from 'vitest';

/** An XMLHttpRequest at the edge of the network, which a test answers. */
export class TestRequest {
  readonly upload: { onprogress?(event: { lengthComputable: boolean; loaded: number; total: number }): void } = {};
  readonly sentHeaders: Record<string, string> = {};
  status = 0;
  responseText = '';
  timeout = 0;
  aborted = false;
  form: FormData | undefined;
  onload?(): void;
  onerror?(): void;
  onabort?(): void;

  url = '';

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.sentHeaders[name] = value;
  }

  getResponseHeader(): null {
    return null;
  }

  send(form: FormData): void {
    this.form = form;
  }

  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }

  /** Tells that so many bytes of so many have gone. */
  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }

  answer(body: unknown, status = 200): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }

  /** The line is cut. */
  fail(): void {
    this.onerror?.();
  }
}

/** From now on every XMLHttpRequest is one of these, in the order in which they are made. */
export function testRequests(): TestRequest[] {
  const made: TestRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends TestRequest {
      constructor() {
        super();
        made.push(this);
      }
    },
  );
  return made;
}
