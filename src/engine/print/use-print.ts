import { useCallback, useEffect, useRef, useState } from 'react';
import { type Printing, type RegisteredPrint, registration } from '#contract/kit/printing.ts';
import type { Failure } from '#src/wire/sent.ts';
import { useDetail } from '../detail/use-detail.ts';
import type { ReadState } from '../read-state.ts';
import type { Row } from '../row.ts';
import { useCommand } from '../use-command.ts';
import { useHold } from '../use-hold.ts';
import { useRead } from '../use-read.ts';

/** What a paper is drawn from: a record and its lines as they were read. */
export interface PaperContent {
  readonly record: Row;
  readonly lines: readonly Row[];
}

/** A registered print: what goes on paper now. */
export interface PrintJob extends PaperContent {
  /** ISO time at which its content was read. */
  readonly at: string;
  /** The how many-th print of the document it is. */
  readonly nth: number;
}

/** What only the page can say to a person. */
export interface PrintWords {
  /** It has been printed before; true to print it again. */
  mayPrintAgain(): Promise<boolean>;
  /** What would be printed could not be read; nothing is printed. */
  onUnread(): void;
  /** The print could not be registered; nothing is printed. */
  onFailed(failure: Failure): void;
}

export interface PrintView extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  /** As it stood when the page last read it; for the screen. */
  readonly content: PaperContent | undefined;
  /** Set while something goes on paper: whoever draws it says `done` when it is out. */
  readonly job: PrintJob | null;
  readonly loading: boolean;
  readonly busy: boolean;
  reload(): void;
  /** Prints: what stands in the books now, registered once, asked about when it is again (domain.md §1.1). */
  print(): void;
  done(): void;
}

/** The way of a record onto paper in one of the formats of its definition; `place` is the format's, from 0. */
export function usePrint(
  printing: Printing,
  { id, place }: { id: number; place: number },
  { mayPrintAgain, onUnread, onFailed }: PrintWords,
): PrintView {
  const { definition } = printing;
  const from = printing.formats[place]?.lines?.from;
  const detail = useDetail(definition, id);
  const apart = useRead(definition, from, { input: { id } });
  const command = useCommand<RegisteredPrint>(definition);
  const { held, during } = useHold();
  const [job, setJob] = useState<PrintJob | null>(null);
  const inView = useInView();

  // Others work on the document while the page stands open.
  const readAgain = async (): Promise<Omit<PrintJob, 'nth'> | undefined> => {
    const [record, lines] = await Promise.all([detail.readAgain(), from ? apart.readAgain() : undefined]);
    if (record && (lines || !from)) return { ...contentOf(record, lines), at: new Date().toISOString() };
    onUnread();
    return undefined;
  };
  /** Asks; true when it shall be printed and there is still somebody before the page. */
  const isWanted = async () => (await mayPrintAgain()) && inView();
  const printOnce = async () => {
    let content = await readAgain();
    const known = Number(content?.record.print_count ?? 0) > 0;
    if (known && !(await isWanted())) return;
    if (known) content = await readAgain();
    if (!content || !inView()) return;
    const { call, input } = registration(printing, { id, kind: place + 1 });
    const sent = await command.run(call, input);
    if (!sent.ok) return onFailed(sent.failure);
    const { is_again_print, print_count: nth } = sent.value;
    // Somebody else has printed in between, which only the answer tells: registered by now, and asked about all the same.
    if (is_again_print === 1 && !known) {
      if (!(await isWanted())) return;
      content = await readAgain();
    }
    if (content) setJob({ ...content, nth });
  };
  const lines = from ? apart.value : undefined;
  return {
    content: detail.record && (lines || !from) ? contentOf(detail.record, lines) : undefined,
    job,
    loading: detail.loading || apart.loading,
    failure: detail.failure ?? apart.failure,
    stale: detail.stale ?? apart.stale,
    busy: held || command.running || job !== null,
    reload: () => {
      detail.reload();
      if (from) apart.reload();
    },
    print: () => void during(printOnce),
    done: useCallback(() => setJob(null), []),
  };
}

function contentOf(answer: object, apart: { readonly list: readonly Row[] } | undefined): PaperContent {
  const record = answer as Row & { readonly lines?: readonly Row[] };
  return { record, lines: apart?.list ?? record.lines ?? [] };
}

/** Whether the page is still the one in view: who has left it before answering wants nothing of it. */
function useInView(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
