import { Button, Radio } from 'antd';
import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { configCall } from '#contract/areas/shell/config.ts';
import { type PrintFormat, type Printing, paperOf, titleOf } from '#contract/kit/printing.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { usePageName } from '#src/engine/page-context.ts';
import { type PaperContent, type PrintJob, usePrint } from '#src/engine/print/use-print.ts';
import { useRead } from '#src/engine/use-read.ts';
import { printPage, wearStyle } from '#src/platform/print.ts';
import { ask } from '../../notice.ts';
import { MissingPage } from '../missing-page.tsx';
import { PageFrame } from '../page-frame.tsx';
import { useToast } from '../toast.ts';
import { pageStyle } from './page-style.ts';
import { numberOf, Paper } from './paper.tsx';
import styles from './print.module.css';
import { usePrintKey } from './use-print-key.ts';

interface PrintPageProps {
  printing: Printing;
  id: number | undefined;
}

/** The screen that prints one record of a definition: what will be on paper, in the format that a person chooses. */
export function PrintPage({ printing, id }: PrintPageProps) {
  const title = `${printing.definition.label}打印`;
  return id === undefined ? <MissingPage title={title} /> : <Chosen title={title} printing={printing} id={id} />;
}

function Chosen({ title, printing, id }: { title: string; printing: Printing; id: number }) {
  const [place, setPlace] = useState(0);
  const toast = useToast();
  const view = usePrint(
    printing,
    { id, place },
    {
      mayPrintAgain: () => ask('已打印过，是否再次打印？'),
      onUnread: () => toast.bad('没有读到最新的数据，未打印，请重试'),
      onFailed: (failure) => toast.bad(wordsOf(failure)),
    },
  );
  const { content, job, done } = view;
  const company = useRead(settingsRead, configCall, { input: { key: 'company_name' } }).value?.value;
  const letterhead = Array.isArray(company) ? String(company[0] ?? '') : '';
  const format = printing.formats[place];
  if (!format) throw new Error(`${printing.definition.name} has no format ${place}`);
  const number = content && numberOf(printing, content);
  usePageName(number);
  usePrintKey(() => {
    if (content) view.print();
  });
  // The browser prints what is drawn: not before this has been.
  useEffect(() => {
    if (!job) return;
    printPage();
    done();
  }, [job, done]);
  return (
    <PageFrame
      title={title}
      loading={view.loading}
      failure={view.failure}
      stale={view.stale}
      onRetry={view.reload}
      extra={
        <>
          {printing.formats.length > 1 && (
            <Radio.Group
              optionType="button"
              disabled={view.busy}
              value={place}
              onChange={(event) => setPlace(event.target.value as number)}
              options={printing.formats.map((one, value) => ({ value, label: titleOf(printing, one) }))}
            />
          )}
          {content && (
            <Button type="primary" loading={view.busy} onClick={view.print}>
              打印
            </Button>
          )}
        </>
      }
    >
      {content && <Preview printing={printing} format={format} content={content} company={letterhead} />}
      <Printer printing={printing} format={format} job={job} number={number ?? ''} company={letterhead} />
    </PageFrame>
  );
}

/** What the settings are read about. */
const settingsRead = { name: 'config' };

/** Lines of the preview: enough to see what will be printed, few enough to be there at once. */
const mostPreviewed = 200;

function Preview({
  printing,
  format,
  content,
  company,
}: {
  printing: Printing;
  format: PrintFormat;
  content: PaperContent;
  company: string;
}) {
  const { width, margin } = paperOf(format);
  return (
    <div className={styles.preview}>
      <div style={{ inlineSize: `${width}mm`, padding: `${margin}mm` }}>
        <Paper printing={printing} format={format} content={content} company={company} most={mostPreviewed} />
      </div>
    </div>
  );
}

interface PrinterProps {
  printing: Printing;
  format: PrintFormat;
  job: PrintJob | null;
  number: string;
  company: string;
}

/** What the printer gets: the papers of a registered print, beside the office and not inside it, where they would be cut. */
function Printer({ printing, format, job, number, company }: PrinterProps) {
  const host = useId();
  const copies: readonly (string | undefined)[] = format.copies ?? [undefined];
  const css = pageStyle({
    paper: paperOf(format),
    running: `${titleOf(printing, format)} ${number}`,
    host,
    numbered: format.lines !== undefined,
  });
  // Taken off while another page is in view: it would print that one on this paper.
  useLayoutEffect(() => wearStyle(css), [css]);
  return createPortal(
    <div className={styles.printer} data-paper={host}>
      {job ? (
        copies.map((copy) => (
          <Paper
            key={copy ?? ''}
            printing={printing}
            format={format}
            content={job}
            print={job}
            company={company}
            copy={copy}
          />
        ))
      ) : (
        // By the browser's own menu, which no page hears of in time.
        <p>请用页面上的“打印”按钮或 Ctrl+P 打印，以便登记打印次数。</p>
      )}
    </div>,
    document.body,
  );
}
