import { useId, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import type { TagPage } from '#contract/areas/price-tags/tag-calls.ts';
import { tagPaper } from '#contract/areas/price-tags/tag-enums.ts';
import { pageStyle } from '#src/kit/desk/print/page-style.ts';
import { wearStyle } from '#src/platform/print.ts';
import { sheetOf } from './place-element.ts';
import styles from './price-tags.module.css';
import { type PlacedElement, TagFace, type TagSides } from './tag-face.tsx';

/** Tags of goods, or that of one code. */
export type PrintedTag = TagPage & { readonly copies: number; readonly code_id?: number | null };

/** A template as a printer needs it. */
export type PrintedTemplate = TagSides & {
  readonly paper: number;
  readonly gap_mm: number;
  readonly lines: readonly PlacedElement[];
};

interface TagPrinterProps {
  template: PrintedTemplate;
  /** What goes on paper now; null while nothing does. */
  printed: readonly PrintedTag[] | null;
}

/** A4 in millimetres, and the margin that every printer can keep. */
const sheet = { width: 210, height: 297, margin: 8 } as const;

/** What the printer gets, beside the office: on a roll each tag is a page of its own size, on sheets they stand in rows. */
export function TagPrinter({ template, printed }: TagPrinterProps) {
  const host = useId();
  const { width_mm: width, height_mm: height } = template;
  const onSheet = template.paper === tagPaper.sheet;
  const gap = onSheet ? template.gap_mm : 0;
  const paper = onSheet ? sheet : { width, height, margin: 0 };
  const css = pageStyle({ paper, running: '', host, numbered: false });
  // Taken off while another page is in view: it would print that one on this paper.
  useLayoutEffect(() => wearStyle(css), [css]);
  const room = { width: sheet.width - 2 * sheet.margin, height: sheet.height - 2 * sheet.margin };
  const { columns, rows } = onSheet ? sheetOf({ width, height, gap }, room) : { columns: 1, rows: 1 };
  const tags = (printed ?? []).flatMap((page) =>
    Array.from({ length: page.copies }, (_, copy) => ({ ...page, id: `${page.code_id ?? page.sku_id} ${copy}` })),
  );
  const pages = chunks(tags, columns * rows);
  return createPortal(
    <div className={styles.printer} data-paper={host}>
      {printed ? (
        pages.map((page) => (
          <div
            key={page[0]?.id}
            className={styles.printed}
            style={
              // A page that is filled to its last fraction of a millimetre would be followed by an empty label.
              onSheet ? { gap: `${gap}mm` } : { blockSize: `calc(${height}mm - 1px)`, overflow: 'hidden' }
            }
          >
            {page.map((tag) => (
              <TagFace key={tag.id} sides={template} elements={template.lines} values={tag.values} />
            ))}
          </div>
        ))
      ) : (
        // By the browser's own menu, which no page hears of in time.
        <p>请用页面上的“打印”按钮或 Ctrl+P 打印，以便登记打印次数。</p>
      )}
    </div>,
    document.body,
  );
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
