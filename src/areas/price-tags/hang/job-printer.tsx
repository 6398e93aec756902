import { useEffect } from 'react';
import type { HangTag } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { useRead } from '#src/engine/use-read.ts';
import { printPage } from '#src/platform/print.ts';
import { type PrintedTemplate, TagPrinter } from '../tag-printer.tsx';

interface JobPrinterProps {
  templateId: number;
  /** What goes on paper now; null while nothing does. */
  printed: readonly HangTag[] | null;
  onPrinted(): void;
}

/** The paper of a job, beside the office. What was registered is handed to the printer once it is drawn, however late the template comes. */
export function JobPrinter({ templateId, printed, onPrinted }: JobPrinterProps) {
  const read = useRead(tagTemplate, callsOf(tagTemplate).detail, { input: { id: templateId } });
  const template = read.value as unknown as PrintedTemplate | undefined;
  const drawn = template !== undefined && printed !== null;
  useEffect(() => {
    if (!drawn) return;
    printPage();
    onPrinted();
  }, [drawn, onPrinted]);
  if (!template && read.failure)
    return (
      <p className="desk-wrong" role="alert">
        模板没有取到，暂不能打印
      </p>
    );
  return template ? <TagPrinter template={template} printed={printed} /> : null;
}
