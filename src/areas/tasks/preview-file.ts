import { useEffect, useState } from 'react';
import type { Downloaded } from '#src/wire/download.ts';
import { type Failure, failed, type Sent } from '#src/wire/sent.ts';
import { throttled } from '#workers/throttle.ts';
import { bringFile } from './bring-file.ts';

/** The file of a task, brought into the page to be looked at. */
export interface PreviewFile {
  readonly file: Downloaded | null;
  /** How much has come, 0 to 1. */
  readonly part: number;
  readonly failure: Failure | null;
  retry(): void;
}

/** Brings the file of a task; given up when the dialog is closed. */
export function usePreviewFile(path: string): PreviewFile {
  const [attempt, setAttempt] = useState(0);
  const [part, setPart] = useState(0);
  const [sent, setSent] = useState<{ of: string; sent: Sent<Downloaded> } | null>(null);
  const asked = `${attempt} ${path}`;
  useEffect(() => {
    const job = new AbortController();
    setPart(0);
    void bring(path, { signal: job.signal, onPart: throttled(setPart) }).then((answer) => {
      if (!job.signal.aborted) setSent({ of: asked, sent: answer });
    });
    return () => job.abort();
  }, [path, asked]);
  const now = sent?.of === asked ? sent.sent : null;
  return {
    file: now?.ok ? now.value : null,
    part,
    failure: now && !now.ok ? now.failure : null,
    retry: () => setAttempt((before) => before + 1),
  };
}

async function bring(
  path: string,
  { signal, onPart }: { signal: AbortSignal; onPart(part: number): void },
): Promise<Sent<Downloaded>> {
  const sent = await bringFile(path, { signal, most: mostBytes, onPart });
  const large = !sent.ok && sent.failure.kind === 'refused' && sent.failure.refusal === 'tooLarge';
  return large ? failed({ ...sent.failure, msg: '文件超过 200 MB，不能预览，请直接下载' } as Failure) : sent;
}

/** What a browser should hold for a look: more is saved and opened where it belongs. */
const mostBytes = 200 * 1_048_576;
