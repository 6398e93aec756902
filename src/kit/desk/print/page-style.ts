import type { PaperSize } from '#contract/kit/printing.ts';

interface PageStyle {
  paper: PaperSize;
  /** Stands at the top of every page but the first, so that one that gets lost finds its way back. */
  running: string;
  /** The `data-paper` of what is printed, beside which nothing is. */
  host: string;
  /** It may go over several pages. */
  numbered: boolean;
}

/**
 * How the browser cuts a paper into pages: size and margins, the number of each page of how many, and nothing of the office
 * around it. Margin boxes are Chromium 131 and later; an earlier one leaves them out.
 */
export function pageStyle({ paper: { width, height, margin }, running, host, numbered }: PageStyle): string {
  const own = `[data-paper="${host}"]`;
  const marks = numbered
    ? `@top-right{content:${quoted(running)};${small}}
@bottom-center{content:"第 " counter(page) " 页 / 共 " counter(pages) " 页";${small}}`
    : // An empty box, or a browser sets its own date and address there.
      '@top-center{content:""}';
  return `@page{size:${width}mm ${height}mm;margin:${margin}mm;${marks}}
@page :first{@top-right{content:none}}
@media print{
html,body{height:auto!important;background:#fff!important}
body>:not(${own}){display:none!important}
${own}{display:block!important}
}`;
}

const small = 'font:9pt/1.2 var(--font,sans-serif);color:#444';

/** A text as CSS says it, whatever is in it. */
function quoted(text: string): string {
  const plain = Array.from(text, (sign) =>
    /[\p{Letter}\p{Number} -]/u.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16)} `,
  );
  return `"${plain.join('')}"`;
}
