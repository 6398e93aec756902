import { useCallback, useState } from 'react';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { type HangTag, tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import type { Sent } from '#src/wire/sent.ts';
import { isReady, type Output } from './output.ts';

type Printed = OutputOf<typeof tagCalls.jobPrint>;

/** What is printed of a job: all that has not been, or these lines or codes. */
export interface Wanted {
  readonly line_ids?: number[];
  readonly code_ids?: number[];
  /** Some of it has been printed before: asked about. */
  readonly again: boolean;
}

/** Definitions that read otherwise once tags of a job were printed or written. */
export const changedByJobs = [hangTagJob, hangTagCode, uniqueCode];

/** The printing of a job: registered first, then drawn, then handed to the printer. */
export function usePrintJob(
  id: number,
  output: Output,
): {
  print(wanted: Wanted): Promise<void>;
  /** What goes on paper now; null while nothing does. */
  printed: readonly HangTag[] | null;
  onPrinted(): void;
  command: Command<Printed>;
  settle(sent: Sent<Printed>): void;
} {
  const [printed, setPrinted] = useState<readonly HangTag[] | null>(null);
  const command = useCommand<Printed>(changedByJobs);
  const toast = useToast();
  const onPrinted = useCallback(() => setPrinted(null), []);
  const settle = (sent: Sent<Printed>) => {
    if (!sent.ok) {
      if (sent.failure.kind === 'refused') toast.bad(wordsOf(sent.failure));
      return;
    }
    setPrinted(sent.value.pages);
    if (sent.value.left > 0) toast.good(`还有 ${sent.value.left} 张，请再次点击打印`);
  };
  const print = async ({ again, ...which }: Wanted) => {
    if (command.running || command.unknown) return;
    // Before anything is registered: what cannot go anywhere is not printed.
    if (!(await isReady(output))) return toast.bad('没有选择打印机，什么也没有登记');
    if (again && !(await ask('已打印过，是否再次打印？'))) return;
    settle(await command.run(tagCalls.jobPrint, { id, ...which, ...(again ? { again } : {}) }));
  };
  return { print, printed, onPrinted, command, settle };
}
