import { writeFileSync } from 'node:fs';

/** One order line of a retail file; what is left out has a usual value. */
export interface RetailLine {
  readonly code: string;
  readonly qty: number | string;
  readonly price: number | string;
  readonly invoice?: string;
  readonly at?: string;
  readonly customer?: string;
  readonly text?: string;
}

/** Writes order lines as the retail data has them (shared data README); answers the path. */
export function retailFile(path: string, lines: readonly RetailLine[]): string {
  const rows = lines.map(
    ({
      code,
      qty,
      price,
      invoice = '536365',
      at = '2010-12-01 08:26:00',
      customer = '17850.0',
      text = `THING ${code}`,
    }) => `${invoice},${code},"${text}",${qty},${at},${price},${customer},United Kingdom`,
  );
  writeFileSync(
    path,
    ['InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country', ...rows, ''].join('\n'),
  );
  return path;
}
