import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { type PrintFormat, type Printing, titleOf } from '#contract/kit/printing.ts';
import type { PaperContent, PrintJob } from '#src/engine/print/use-print.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { Barcode } from './barcode.tsx';
import { PaperCross } from './paper-cross.tsx';
import { PaperLines } from './paper-lines.tsx';
import { factsOf, passesOf } from './paper-parts.ts';
import styles from './print.module.css';

interface PaperProps {
  printing: Printing;
  format: PrintFormat;
  content: PaperContent;
  /** Of a registered print: when and the how many-th. */
  print?: Pick<PrintJob, 'at' | 'nth'>;
  /** Whose paper it is. */
  company?: string | undefined;
  /** Which part of a set it is. */
  copy?: string | undefined;
  /** Lines drawn at most. */
  most?: number;
}

/** One paper of a document, as its format says: the same on the screen and from the printer. */
export function Paper({ printing, format, content, print, company, copy, most }: PaperProps) {
  const own = useSeen(printing.definition);
  const others = useSeen(format.lines?.of ?? printing.definition);
  // Lines that are records of their own are drawn like lines of the document.
  const seen: AnyDefinition = format.lines?.of
    ? { ...own, lines: { label: others.label, fields: others.fields } }
    : own;
  const number = numberOf(printing, content);
  const passes = format.signatures ? passesOf(printing.definition, content.record) : [];
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <h2>
          {company && <span className={styles.company}>{company}</span>}
          {titleOf(printing, format)}
          {copy && <small>{copy}</small>}
        </h2>
        <figure>
          <Barcode text={number} />
          <figcaption>{number}</figcaption>
        </figure>
      </header>
      <dl className={styles.facts}>
        {factsOf(seen, format, content.record).map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {format.lines &&
        (format.lines.cross === undefined ? (
          <PaperLines seen={seen} printed={format.lines} content={content} most={most} />
        ) : (
          <PaperCross seen={seen} printed={format.lines} content={content} quantity={format.lines.cross} most={most} />
        ))}
      <footer className={styles.foot}>
        {passes.length > 0 && (
          <p className={styles.passes}>
            {passes.map(({ label, who, at }) => (
              <span key={`${label} ${at}`}>{`${label}：${who} ${at}`}</span>
            ))}
          </p>
        )}
        {format.signatures && (
          <p className={styles.signatures}>
            {format.signatures.map((who) => (
              <span key={who}>{who}</span>
            ))}
          </p>
        )}
        {print && <p>{`打印时间 ${printTime(print.at)}　第 ${print.nth} 次打印`}</p>}
      </footer>
    </article>
  );
}

/** The number of a document, which its barcode says. */
export function numberOf({ definition }: Printing, { record }: Pick<PaperContent, 'record'>): string {
  return String(record[definition.number?.field ?? definition.title] ?? '');
}
