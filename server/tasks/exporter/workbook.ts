import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { escaped } from './sheet-xml.ts';

/** A workbook of one or more sheets, written while the rows come. */
export interface Workbook {
  /** The bytes of the file; an error of a sheet is one of this stream. */
  readonly bytes: Readable;
  /** Adds the next sheet, under a name of its own where one is given; resolves when all of its pieces are written. */
  addSheet(pieces: AsyncIterable<string>, called?: string): Promise<void>;
  /** Writes the parts that name the sheets, and ends the file. */
  end(): void;
}

/**
 * Opens a workbook (ECMA-376) whose sheets are called `name`, `name_2` … The same pieces make the same bytes. Without ZIP64, which
 * LibreOffice 7.4 cannot open: whoever writes a sheet keeps it under `sheetBytes`.
 */
export function openWorkbook(name: string): Workbook {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const names: string[] = [];
  const add = (path: string, xml: string): void =>
    zip.addBuffer(Buffer.from(`${declaration}${xml}`), path, { ...stamp, compress: true });
  // The library tells its own faults by an event.
  zip.on('error', (fault) => bytes.destroy(fault instanceof Error ? fault : new Error(String(fault))));
  return {
    bytes,
    addSheet: (pieces, called) => {
      const number = names.length + 1;
      names.push(called ?? (number === 1 ? name : `${name}_${number}`));
      const source = Readable.from(pieces, { objectMode: false, highWaterMark: ahead });
      return new Promise((resolve, reject) => {
        source.once('error', (fault) => {
          bytes.destroy(fault);
          reject(fault);
        });
        source.once('close', resolve);
        zip.addReadStream(source, `xl/worksheets/sheet${number}.xml`, { ...stamp, compressionLevel });
      });
    },
    end: () => {
      const all = names.map((_, index) => index + 1);
      add('xl/workbook.xml', workbookXml(names));
      add(
        'xl/_rels/workbook.xml.rels',
        relationships(all.map((number) => [`worksheet`, `worksheets/sheet${number}.xml`])),
      );
      add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
      add('[Content_Types].xml', contentTypes(all));
      zip.end();
    },
  };
}

/** Bytes of XML that one sheet may have without ZIP64. */
export const sheetBytes = 0xffff_ffff;

/** Bytes of XML that may wait for the compressor. */
const ahead = 1 << 18;

// The text of a sheet repeats itself so much that more effort halves the speed and saves a tenth of the size.
const compressionLevel = 2;

// An archive that tells when it was made differs from one of the same rows.
const stamp = { mtime: new Date(2000, 0, 1), mode: 0o100600, forceDosTimestamp: true };

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageBase = 'http://schemas.openxmlformats.org/package/2006';
const partTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const rows = targets.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${officeRelations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packageBase}/relationships">${rows.join('')}</Relationships>`;
}

function contentTypes(sheets: readonly number[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...sheets.map((number) => [`/xl/worksheets/sheet${number}.xml`, 'worksheet']),
  ].map(([part, type]) => `<Override PartName="${part}" ContentType="${partTypes}.${type}+xml"/>`);
  return (
    `<Types xmlns="${packageBase}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  );
}
