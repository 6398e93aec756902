import { parseSync } from 'vite';
import type { SourceFile } from './source.ts';

/**
 * Which way a failed call's words take (decision 0044): `dialog` and `toast` are said at once, `held` are kept to be drawn
 * where somebody looks – on a field, above the buttons, as the page's face. `raw` goes round the words that all failures have,
 * `foreign` round our one dialog and one toast, `lost` throws the outcome of a call away.
 */
export type Way = 'dialog' | 'toast' | 'held' | 'raw' | 'foreign' | 'lost';

/** One place where a failure is spoken of. */
export interface Spoken {
  readonly way: Way;
  readonly line: number;
}

type Node = { type: string; start: number } & Record<string, unknown>;

/** Every place of a file where a failure is put into words, or should have been. */
export function spokenIn({ path, text }: SourceFile): Spoken[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const nodes: { node: Node; above: readonly Node[] }[] = [];
  walk(program as unknown as Node, [], (node, above) => nodes.push({ node, above }));
  const imported = namesFrom(nodes.map(({ node }) => node));
  const words = imported.get('wordsOf') ?? '';
  const isWords = (node: Node): boolean =>
    words.endsWith('engine/failure.ts') && node.type === 'CallExpression' && nameOf(node.callee) === 'wordsOf';
  // Words that wait under a name for the call that says them.
  const named = new Set(
    nodes.flatMap(({ node, above }) => {
      const holder = above.findLast(({ type }) => type === 'VariableDeclarator');
      return isWords(node) && holder && isNode(holder.id) ? [nameOf(holder.id)] : [];
    }),
  );
  const lineOf = (node: Node): number => text.slice(0, node.start).split('\n').length;
  return nodes.flatMap(({ node, above }): Spoken[] => {
    const spoken = (way: Way): Spoken[] => [{ way, line: lineOf(node) }];
    if (isForeign(node, imported)) return spoken('foreign');
    if (isRaw(node)) return spoken('raw');
    if (isLost(node)) return spoken('lost');
    const isNamed = node.type === 'Identifier' && named.has(nameOf(node)) && isArgument(node, above);
    if (!isWords(node) && !isNamed) return [];
    const way = sayingOf(above, imported);
    if (way) return spoken(way);
    return isWords(node) ? spoken('held') : [];
  });
}

const ways: Readonly<Record<string, Way>> = {
  showAlert: 'dialog',
  ask: 'dialog',
  'modal.confirm': 'dialog',
  toast: 'toast',
  'toast.bad': 'toast',
  'toast.good': 'toast',
};

/** The nearest call around that says something; a function that stands between them is another moment. */
function sayingOf(above: readonly Node[], imported: ReadonlyMap<string, string>): Way | undefined {
  for (const node of above.toReversed()) {
    const name = node.type === 'CallExpression' ? nameOf(node.callee) : '';
    const way = ways[name];
    // A function of the file's own may have the same name.
    if (way && (name.includes('.') || imported.get(name)?.endsWith('notice.ts'))) return way;
    if (/Function/.test(node.type)) return undefined;
  }
  return undefined;
}

// antd's own messages and the browser's: neither looks like ours, nor knows of it.
function isForeign(node: Node, imported: ReadonlyMap<string, string>): boolean {
  if (node.type !== 'CallExpression') return false;
  const name = nameOf(node.callee);
  const [owner = ''] = name.split('.');
  if (/^(Modal|message|notification)\./.test(name)) return imported.get(owner)?.startsWith('antd') === true;
  if (/^modal\.(error|info|warning|success)$/.test(name)) return true;
  return /^((window|globalThis)\.)?(alert|confirm|prompt)$/.test(name) && !imported.has(owner);
}

// `sent.failure.msg`: without the words for what has none of its own.
const isRaw = (node: Node): boolean =>
  node.type === 'MemberExpression' && nameOf(node.property) === 'msg' && /(^|\.)failure$/.test(nameOf(node.object));

// `void command.run(…)`: nobody looks at what became of it.
function isLost(node: Node): boolean {
  if (node.type !== 'UnaryExpression' || node.operator !== 'void' || !isNode(node.argument)) return false;
  const called = node.argument.type === 'CallExpression' ? nameOf(node.argument.callee) : '';
  return /(^|\.)wire\??\.send$|[cC]ommand\.(run|retry)$/.test(called);
}

const isArgument = (node: Node, above: readonly Node[]): boolean => {
  const holder = above.at(-1);
  return holder?.type !== 'VariableDeclarator' || holder.id !== node;
};

function namesFrom(nodes: readonly Node[]): Map<string, string> {
  return new Map(
    nodes
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap((node) =>
        ((node.specifiers ?? []) as Node[]).map((one): [string, string] => [
          nameOf(one.local),
          String((node.source as Node).value),
        ]),
      ),
  );
}

function walk(node: Node, above: readonly Node[], visit: (node: Node, above: readonly Node[]) => void): void {
  visit(node, above);
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child)) walk(child, [...above, node], visit);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** `a`, `a.b`, `a.b.c`; empty for anything else. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type !== 'MemberExpression' || node.computed === true) return '';
  return `${nameOf(node.object)}.${nameOf(node.property)}`;
}
