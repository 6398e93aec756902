import { unescaped } from './cell-text.ts';
import { builtInFormat } from './number-format.ts';
import { type XmlListener, xmlReader } from './xml-reader.ts';

/** What the rows of one sheet lean on, and where that sheet is. */
export interface WorkbookIndex {
  /** The part that the first visible sheet is. */
  readonly sheet: string;
  readonly shared: readonly string[];
  /** Number formats by the number of a style. */
  readonly formats: readonly string[];
  readonly from1904: boolean;
}

/** A part of the workbook as text; undefined where there is none of that name. */
export type PartOf = (name: string) => Promise<string | undefined>;

/**
 * Finds the first sheet that people see (amendments H9) and all that its cells refer to. Undefined for what is no workbook, or one without
 * such a sheet. Throws XmlBroken.
 */
export async function workbookIndex(partOf: PartOf): Promise<WorkbookIndex | undefined> {
  const main = await relationsOf(partOf, '');
  const book = main.find(({ kind }) => kind === 'officeDocument')?.target;
  const text = book === undefined ? undefined : await partOf(book);
  if (book === undefined || text === undefined) return undefined;
  const relations = await relationsOf(partOf, book);
  const { sheets, from1904 } = sheetsIn(text);
  const first = sheets.find(({ hidden }) => !hidden);
  const sheet = relations.find(({ kind, id }) => kind === 'worksheet' && id === first?.id)?.target;
  if (sheet === undefined) return undefined;
  const other = async (kind: string): Promise<string> => {
    const target = relations.find((one) => one.kind === kind)?.target;
    return target === undefined ? '' : ((await partOf(target)) ?? '');
  };
  const [shared, styles] = [await other('sharedStrings'), await other('styles')];
  return { sheet, shared: sharedIn(shared), formats: formatsIn(styles), from1904 };
}

function heard(text: string, listener: Partial<XmlListener>): void {
  const silent = () => undefined;
  const reader = xmlReader({ open: silent, text: silent, close: silent, ...listener });
  // In pieces: what is held between two marks has its limit.
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  reader.end();
}

const piece = 262_144;

interface Relation {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
}

/** What a part says of where the others are, each by the name of its part. */
async function relationsOf(partOf: PartOf, name: string): Promise<Relation[]> {
  const folder = name.split('/').slice(0, -1);
  const text = await partOf([...folder, '_rels', `${name.split('/').at(-1) ?? ''}.rels`].join('/'));
  const found: Relation[] = [];
  heard(text ?? '', {
    open(tag, attributes) {
      const target = attributes('Target');
      if (tag !== 'Relationship' || target === undefined) return;
      const kind = (attributes('Type') ?? '').split('/').at(-1) ?? '';
      found.push({ id: attributes('Id') ?? '', kind, target: addressed(folder, target) });
    },
  });
  return found;
}

function addressed(folder: readonly string[], target: string): string {
  const steps = target.startsWith('/') ? [] : [...folder];
  for (const step of target.split('/').filter((one) => one !== '' && one !== '.')) {
    if (step === '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

function sheetsIn(text: string): { sheets: { id: string; hidden: boolean }[]; from1904: boolean } {
  const sheets: { id: string; hidden: boolean }[] = [];
  let from1904 = false;
  heard(text, {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = /^(1|true)$/.test(attributes('date1904') ?? '');
      if (tag === 'sheet')
        sheets.push({ id: attributes('id') ?? '', hidden: /hidden/i.test(attributes('state') ?? '') });
    },
  });
  return { sheets, from1904 };
}

function sharedIn(text: string): string[] {
  const texts: string[] = [];
  let [current, hearing, phonetic] = ['', false, false];
  heard(text, {
    open(tag) {
      if (tag === 'si') current = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') hearing = !phonetic;
    },
    text(words) {
      if (hearing) current += words;
    },
    close(tag) {
      if (tag === 't') hearing = false;
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 'si') texts.push(unescaped(current));
    },
  });
  return texts;
}

function formatsIn(text: string): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let inCells = false;
  heard(text, {
    open(tag, attributes) {
      if (tag === 'numFmt') own.set(Number(attributes('numFmtId')), attributes('formatCode') ?? '');
      else if (tag === 'cellXfs') inCells = true;
      else if (tag === 'xf' && inCells) {
        const id = Number(attributes('numFmtId') ?? 0);
        formats.push(own.get(id) ?? builtInFormat(id));
      }
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return formats;
}
