import { deflateRawSync } from 'node:zlib';

/** A part of a workbook that a test writes. */
export interface Part {
  name: string;
  text: string | Buffer;
  /** What the directory says instead of the truth. */
  claimed?: number;
  /** Stored as it is, its size said in its own header and nowhere in the directory, as if it stood behind it. */
  hidden?: true;
}

/** A zip archive written by hand, so that it can lie. */
export function zipOf(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, claimed, hidden } of parts) {
    const plain = Buffer.from(text);
    const packed = hidden ? plain : deflateRawSync(plain);
    const size = claimed ?? plain.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(hidden ? 0 : 8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(hidden ? 8 : 0, 8);
    entry.writeUInt16LE(hidden ? 0 : 8, 10);
    entry.writeUInt32LE(hidden ? 0 : packed.length, 20);
    entry.writeUInt32LE(hidden ? 0 : size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entries, end]);
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part that says where others are: each by its kind and its address, numbered rId1 and on. */
export function relations(others: readonly (readonly [kind: string, target: string])[]): string {
  const each = others.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** A workbook of one sheet, whose XML is given, and of whatever else; a part given under a known name stands in its place. */
export function workbook(sheet: string, more: readonly Part[] = []): Buffer {
  const parts: Part[] = [
    {
      name: '[Content_Types].xml',
      text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: '_rels/.rels', text: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', text: relations([['worksheet', 'worksheets/sheet1.xml']]) },
    { name: 'xl/worksheets/sheet1.xml', text: sheet },
  ];
  const given = new Map(more.map((part) => [part.name, part]));
  return zipOf([
    ...parts.map((part) => given.get(part.name) ?? part),
    ...more.filter(({ name }) => !parts.some((part) => part.name === name)),
  ]);
}

/** A workbook of one sheet with texts that cells share, and two styles: 0 is plain, 1 is a percentage. */
export function styledWorkbook(sheet: string, shared: readonly string[]): Buffer {
  const others = [
    ['worksheet', 'worksheets/sheet1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
    ['styles', 'styles.xml'],
  ] as const;
  return workbook(sheet, [
    { name: 'xl/_rels/workbook.xml.rels', text: relations(others) },
    { name: 'xl/sharedStrings.xml', text: `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>` },
    {
      name: 'xl/styles.xml',
      text: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>',
    },
  ]);
}

/** The XML of a sheet with these rows. */
export const sheetOf = (rows: string): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

/** An archive of which so many entries, each under a name of its own, are the same packed bytes: little to send, much to unpack. */
export function overlapping(entries: number, text: string): Buffer {
  const packed = deflateRawSync(Buffer.from(text));
  const first = zipOf([{ name: '00000.xml', text }]);
  const local = first.subarray(0, 30 + 9 + packed.length);
  const directory = Array.from({ length: entries }, (_, index) => {
    const entry = Buffer.from(first.subarray(local.length, local.length + 46 + 9));
    entry.write(String(index).padStart(5, '0'), 46);
    return entry;
  });
  const end = Buffer.from(first.subarray(first.length - 22));
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(entries * (46 + 9), 12);
  return Buffer.concat([local, ...directory, end]);
}
