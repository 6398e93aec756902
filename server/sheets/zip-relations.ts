import { damaged } from './sheet-error.ts';

/** Bytes of a part that says what belongs together: it is parsed in one go, and a workbook of 2000 parts needs a tenth of this. */
export const relationsMost = 4_194_304;

/**
 * Is this a part that says where the parts of the workbook are? Those of a single sheet (its links and drawings) are read by
 * nobody here: no workbook lies at the address of a sheet (`guardRelations`).
 */
export function isRelations(name: string): boolean {
  return /\.rels$/i.test(name) && !/^xl\/worksheets\/_rels\/sheet\d+\.xml\.rels$/.test(name);
}

/** Is this a part that is read row by row? Whatever else is read is held in memory whole. */
export function isStreamed(name: string): boolean {
  return /^xl\/worksheets\/sheet\d+\.xml$/.test(name);
}

/**
 * Looks through what a part says of where the others are. What the reader of workbooks follows must lead to a part that was
 * looked through as XML (`guardZip`), and, where it is held whole, not to one that may be large because it is streamed.
 * Throws a SheetError.
 */
export function guardRelations(text: string): void {
  for (const attributes of relationsOf(text)) {
    const [type, target] = [attributes.get('Type') ?? '', attributes.get('Target') ?? ''];
    if (type.includes('&')) throw damaged();
    const followed = followedTypes.find((one) => type.endsWith(`/${one}`));
    if (followed === undefined) continue;
    const steps = target.replace(/^\//, '').split('/');
    if (target.includes('&') || steps.some((step) => ['', '.', '..'].includes(step))) throw damaged();
    const last = steps.at(-1) ?? '';
    if (!/\.xml$/i.test(last) || (followed !== 'worksheet' && /^sheet\d+\.xml$/i.test(last))) throw damaged();
  }
}

/** The kinds of relation that the reader of workbooks follows. */
const followedTypes = ['officeDocument', 'worksheet', 'sharedStrings', 'styles'];

const name = '(?:[\\w-]+:)?';
const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy;
const opening = new RegExp(`\\s*<${name}Relationship(?=[\\s/>])`, 'y');
const closing = new RegExp(`\\s*(?:/>|>\\s*</${name}Relationship\\s*>)`, 'y');
const prologue = new RegExp(`^\\s*(?:<\\?xml[^<>]*>)?\\s*<${name}Relationships(?=[\\s/>])`);

// Stricter than XML on purpose: what two readers could understand in two ways is no workbook.
function* relationsOf(text: string): Generator<Map<string, string>> {
  let at = prologue.exec(text)?.[0].length ?? -1;
  if (at === -1) throw damaged();
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const attributes = (): Map<string, string> => {
    const read = new Map<string, string>();
    for (let one = next(attribute); one; one = next(attribute)) read.set(one[1] ?? '', one[2] ?? one[3] ?? '');
    return read;
  };
  attributes();
  if (/^\s*\/>\s*$/.test(text.slice(at))) return;
  if (!next(/\s*>/y)) throw damaged();
  while (next(opening)) {
    const read = attributes();
    if (!next(closing)) throw damaged();
    yield read;
  }
  if (!next(new RegExp(`\\s*</${name}Relationships\\s*>\\s*$`, 'y'))) throw damaged();
}
