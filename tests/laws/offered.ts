import { runInNewContext } from 'node:vm';
import { parseSync } from 'vite';
import type { AnyDefinition, Verb } from '#contract/kit/definition.ts';
import { calledSteps } from '#contract/kit/transition.ts';
import { isTest, parsed, type SourceFile } from './source.ts';

/** One thing that is offered to those who hold a key: an action, a tab, a block, a button. */
export interface Offer {
  /** The file that offers it, and what it asks in its own words. */
  readonly path: string;
  readonly words: string;
  /** Unknown where the page finds it in something that it was given. */
  readonly key: string | undefined;
  /** Asked in so many words; else a page of the kit offers it with everything of its definition, wanted there or not. */
  readonly meant: boolean;
}

/** What the modules of the agreement export, by their path in the house. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Taker = (value: unknown) => readonly unknown[];

/** What a file offers behind keys, as far as it says the key with words that it imports of the agreement. */
export function offersIn(file: SourceFile, modules: Modules): Offer[] {
  const body = parseSync(file.path, file.text).program.body as unknown as Node[];
  const scope = scopeOf(file, body, modules);
  const found: Offer[] = [];
  const askers = new Set(['useAllowed']);
  const given = givenIn(file, body);
  walk(body, (node) => {
    if (node.type === 'VariableDeclarator' && isCallOf(node.init, 'useMayUse')) askers.add(nameOf(node.id));
    const [asked, taker] = questionIn(node, askers) ?? [];
    if (!asked || !taker) return;
    const words = file.text.slice(asked.start, asked.end);
    const values = valuesOf(words, scope, given);
    if (values.length === 0 && taker === itself && node.type === 'CallExpression')
      found.push({ path: file.path, words, key: undefined, meant: true });
    for (const key of values.flatMap((value) => taker(value)))
      if (typeof key === 'string' && key.includes(':'))
        found.push({ path: file.path, words, key, meant: taker === itself || taker === accessOf });
  });
  return found;
}

/** The files of the areas that a screen is made of, beginning with the one that it opens with. */
export function filesOf(first: string, files: ReadonlyMap<string, SourceFile>): SourceFile[] {
  const seen = new Set([first]);
  for (const path of seen) {
    const file = files.get(path);
    for (const { to, ours, typeOnly } of file ? parsed(file).imports : [])
      if (ours && !typeOnly && to.startsWith('src/areas/') && !isTest(to)) seen.add(to);
  }
  return [...seen].flatMap((path) => files.get(path) ?? []);
}

/** What is offered with this definition by a page, by the name of the page: its forms and its steps. */
const pages: Readonly<Record<string, Taker>> = {
  ListPage: offersOf('add'),
  DrawerPage: offersOf('add', 'edit'),
  MasterPage: offersOf('add', 'edit'),
  DetailPage: offersOf('edit'),
  FormPage: offersOf(),
  JudgePage: offersOf(),
};

function offersOf(...verbs: Verb[]): Taker {
  return (value) =>
    isDefinition(value)
      ? [...verbs.map((verb) => value.calls[verb]?.[1]), ...calledSteps(value).map(({ access }) => access)]
      : [];
}

const itself: Taker = (value) => [value];
const accessOf: Taker = (value) => [(value as { access?: unknown } | undefined)?.access];

function questionIn(node: Node, askers: ReadonlySet<string>): [Node, Taker] | undefined {
  if (node.type === 'CallExpression' && isNode(node.callee)) {
    const [first] = node.arguments as Node[];
    if (!first) return undefined;
    if (isCallOf(node.callee, 'useMayUse') || askers.has(nameOf(node.callee))) return [first, itself];
    return nameOf(node.callee) === 'useTransitions' ? [first, offersOf()] : undefined;
  }
  if (node.type === 'Property' && isNode(node.key) && nameOf(node.key) === 'access' && isNode(node.value))
    return [node.value, itself];
  return node.type === 'JSXOpeningElement' ? questionOf(node) : undefined;
}

// A page or a part of the kit that asks for itself: what it is given says the key.
function questionOf(element: Node): [Node, Taker] | undefined {
  for (const attribute of element.attributes as Node[]) {
    const value = attribute.value;
    if (!isNode(value) || !isNode(value.expression)) continue;
    const name = isNode(attribute.name) ? nameOf(attribute.name) : '';
    const page = isNode(element.name) ? pages[nameOf(element.name)] : undefined;
    if (name === 'definition' && page) return [value.expression, page];
    if (name === 'call' && isNode(element.name) && nameOf(element.name) === 'SaveFileButton')
      return [value.expression, accessOf];
  }
  return undefined;
}

function scopeOf(file: SourceFile, body: readonly Node[], modules: Modules): Map<string, unknown> {
  const scope = new Map<string, unknown>();
  for (const node of body.filter(({ type }) => type === 'ImportDeclaration')) {
    const from = parsed(file).imports.find(
      ({ to }) => `#${to}` === (node.source as unknown as { value: string }).value,
    );
    const module = from && modules[from.to];
    for (const one of module ? (node.specifiers as Node[]) : [])
      if (isNode(one.local) && isNode(one.imported)) scope.set(nameOf(one.local), module?.[nameOf(one.imported)]);
  }
  for (const node of body.filter(({ type }) => type === 'VariableDeclaration'))
    for (const { id, init } of node.declarations as { id: Node; init: Node | null }[]) {
      const value = init ? evaluated(file.text.slice(init.start, init.end), scope) : undefined;
      if (id.type === 'Identifier' && value !== undefined) scope.set(nameOf(id), value);
      if (id.type === 'ObjectPattern' && typeof value === 'object' && value !== null)
        for (const { key, value: name } of id.properties as { key: Node; value: Node }[])
          scope.set(nameOf(name), (value as Record<string, unknown>)[nameOf(key)]);
    }
  return scope;
}

/** What a function of the page is called with, by the name of what it takes first: the words of its calls. */
function givenIn(file: SourceFile, body: readonly Node[]): ReadonlyMap<string, readonly string[]> {
  const takes = new Map<string, string>();
  const given = new Map<string, string[]>();
  walk(body, ({ type, id, init }) => {
    const [first] = isNode(init) && init.type === 'ArrowFunctionExpression' ? (init.params as Node[]) : [];
    if (type === 'VariableDeclarator' && first?.type === 'Identifier') takes.set(nameOf(id), nameOf(first));
  });
  walk(body, (node) => {
    const taken = node.type === 'CallExpression' ? takes.get(nameOf(node.callee)) : undefined;
    const [first] = taken === undefined ? [] : (node.arguments as Node[]);
    if (taken !== undefined && first)
      given.set(taken, [...(given.get(taken) ?? []), file.text.slice(first.start, first.end)]);
  });
  return given;
}

// Said at once, or once for each thing that the function around is called with.
function valuesOf(
  words: string,
  scope: ReadonlyMap<string, unknown>,
  given: ReadonlyMap<string, readonly string[]>,
): readonly unknown[] {
  const value = evaluated(words, scope);
  if (value !== undefined) return [value];
  return [...given].flatMap(([name, all]) =>
    all.flatMap((one) => evaluated(words, new Map([...scope, [name, evaluated(one, scope)]])) ?? []),
  );
}

// Words that name something of the page itself say no key of their own.
function evaluated(words: string, scope: ReadonlyMap<string, unknown>): unknown {
  if (/=>|function|</.test(words)) return undefined;
  try {
    return runInNewContext(`(${words.replace(/ as const$/, '')})`, Object.fromEntries(scope));
  } catch {
    return undefined;
  }
}

function walk(nodes: readonly unknown[], visit: (node: Node) => void): void {
  for (const node of nodes.filter(isNode)) {
    visit(node);
    for (const child of Object.values(node)) walk(Array.isArray(child) ? child : [child], visit);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? '') : '');
const isCallOf = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'CallExpression' && nameOf(value.callee) === name;
const isDefinition = (value: unknown): value is AnyDefinition =>
  typeof value === 'object' && value !== null && 'calls' in value && 'fields' in value;
