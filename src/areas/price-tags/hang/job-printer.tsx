import { useEffect, useEffectEvent } from 'react';
import type { HangTag } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { printPage } from '#src/platform/print.ts';
import { type PrintedTemplate, TagPrinter } from '../tag-printer.tsx';
import { type Output, sendLabels } from './output.ts';

interface JobPrinterProps {
  templateId: number;
  /** What goes on paper now; null while nothing does. */
  printed: readonly HangTag[] | null;
  onPrinted(): void;
  output: Output;
  /** The tags of its codes are written where the printer can. */
  writes: boolean;
}

/** The paper of a job, beside the office. What was registered is handed to the printer once it is drawn, however late the template comes. */
export function JobPrinter({ templateId, printed, onPrinted, output, writes }: JobPrinterProps) {
  const toast = useToast();
  const read = useRead(tagTemplate, callsOf(tagTemplate).detail, { input: { id: templateId } });
  const template = read.value as unknown as PrintedTemplate | undefined;
  const drawn = template !== undefined && printed !== null;
  const hand = useEffectEvent(() => {
    const done = printed ?? [];
    onPrinted();
    if (output === 'browser') return printPage();
    if (!template) return undefined;
    return void sendLabels(output, { template, tags: done, writes }).then(
      () => toast.good(`已送出 ${done.length} 种标签`),
      (problem: unknown) => {
        reportError(problem);
        toast.bad('打印机没有收到：检查连接后点“再次打印”');
      },
    );
  });
  useEffect(() => {
    if (drawn) hand();
  }, [drawn]);
  if (!template && read.failure)
    return (
      <p className="desk-wrong" role="alert">
        模板没有取到，暂不能打印
      </p>
    );
  return template ? <TagPrinter template={template} printed={printed} /> : null;
}
