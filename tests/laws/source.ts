import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** One file of the house as the laws see it; `path` is relative to the house, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One import of a file: `to` is a path in the house (`src/wire/wire.ts`) or the name of a package (`antd`). */
export interface Import {
  readonly to: string;
  readonly ours: boolean;
  /** Only types are taken: nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** `import()`: loaded when it is reached, not before. */
  readonly lazy: boolean;
}

/** What a file says, read off its syntax tree rather than its text. */
export interface Parsed {
  readonly imports: readonly Import[];
  /** Names that the file uses without declaring them: globals. */
  readonly globals: ReadonlySet<string>;
  /** Every name it declares or uses, keys and properties included. */
  readonly names: ReadonlySet<string>;
  readonly comments: readonly string[];
  /** Does it consist of re-exports and nothing else? */
  readonly barrel: boolean;
}

export const houseRoot = fileURLToPath(new URL('../../', import.meta.url));
const skipped = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  '.cache',
  'test-results',
  'playwright-report',
  'coverage',
]);

/** Every text file of these folders (or single files), below the house. */
export function readTree(places: readonly string[], pattern: RegExp): SourceFile[] {
  return places
    .flatMap((place) => walk(join(houseRoot, place)))
    .flatMap((file) => {
      const path = relative(houseRoot, file).replaceAll('\\', '/');
      return pattern.test(path) ? [{ path, text: readFileSync(file, 'utf8') }] : [];
    });
}

let code: readonly SourceFile[] | undefined;

/** The code of all buildings; read once for the laws of a process. */
export function readCode(): readonly SourceFile[] {
  code ??= readTree(['contract', 'server', 'src', 'sw', 'workers', 'tests'], /\.(ts|tsx)$/);
  return code;
}

/** A test beside its file, what such tests stand on (`test-….ts`), or something of `tests/`. */
export const isTest = (path: string): boolean =>
  path.startsWith('tests/') || /\.test\.tsx?$|\/test-[a-z-]+\.tsx?$/.test(path);

const known = new WeakMap<SourceFile, Parsed>();

/** Parses a file; the answer is kept. */
export function parsed(file: SourceFile): Parsed {
  const found = known.get(file) ?? parse(file);
  known.set(file, found);
  return found;
}

function walk(place: string): string[] {
  if (!statSync(place, { throwIfNoEntry: false })) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(place, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

type Node = { type: string } & Record<string, unknown>;

function parse(file: SourceFile): Parsed {
  const { program, comments, errors } = parseSync(file.path, file.text);
  const [error] = errors;
  if (error) throw new Error(`${file.path}: ${error.message}`);
  const body = program.body as unknown as Node[];
  const seen = {
    imports: [] as Import[],
    used: new Set<string>(),
    declared: new Set<string>(),
    names: new Set<string>(),
  };
  for (const node of body) visit(node, file, seen);
  return {
    imports: seen.imports,
    globals: new Set([...seen.used].filter((name) => !seen.declared.has(name))),
    names: seen.names,
    comments: comments.map((comment) => comment.value),
    barrel:
      body.length > 0 && body.every((node) => /^Export(All|Named)Declaration$/.test(node.type) && Boolean(node.source)),
  };
}

type Seen = { imports: Import[]; used: Set<string>; declared: Set<string>; names: Set<string> };

function visit(node: Node, file: SourceFile, seen: Seen): void {
  takeImport(node, file, seen);
  if (node.type === 'Identifier') {
    seen.used.add(String(node.name));
    seen.names.add(String(node.name));
  }
  for (const name of declaredBy(node)) seen.declared.add(name);
  const global = globalMember(node);
  if (global) seen.used.add(global);
  for (const [key, value] of Object.entries(node)) {
    if (isName(node, key)) seen.names.add(String((value as Node).name ?? (value as Node).value));
    else if (!isType(node, key)) for (const child of [value].flat()) if (isNode(child)) visit(child, file, seen);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

// `a.name`, `{ name: … }`, `import { name as … }`: words, not references.
function isName(node: Node, key: string): boolean {
  if (!isNode(node[key])) return false;
  if (node.type === 'MemberExpression') return key === 'property' && node.computed === false;
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type))
    return key === 'key' && node.computed === false && node.shorthand !== true;
  if (/^(Import|Export)Specifier$/.test(node.type)) return key === 'imported' || key === 'exported';
  return node.type === 'JSXAttribute' && key === 'name';
}

// A type names things that are not there at run time.
function isType(node: Node, key: string): boolean {
  if (/^(typeAnnotation|returnType|typeParameters|typeArguments|implements|superTypeArguments)$/.test(key)) return true;
  return /^TS(TypeAliasDeclaration|InterfaceDeclaration)$/.test(node.type);
}

function globalMember(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return undefined;
  const { object, property } = node;
  return object.type === 'Identifier' && /^(globalThis|window|self)$/.test(String(object.name))
    ? String(property.name ?? property.value)
    : undefined;
}

function declaredBy(node: Node): string[] {
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) return namesIn(node.local);
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassDeclaration)$/.test(node.type))
    return [...namesIn(node.id), ...namesIn(node.params)];
  if (node.type === 'VariableDeclarator') return namesIn(node.id);
  return node.type === 'CatchClause' ? namesIn(node.param) : [];
}

function namesIn(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn);
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const inner = [pattern.left, pattern.argument, pattern.elements, pattern.parameter];
  const properties =
    (pattern.properties as Node[] | undefined)?.map((property) => property.value ?? property.argument) ?? [];
  return [...inner, ...properties].flatMap(namesIn);
}

function takeImport(node: Node, file: SourceFile, seen: Seen): void {
  const source = isNode(node.source) ? node.source.value : undefined;
  if (typeof source !== 'string') return;
  const specifiers = (node.specifiers ?? []) as Node[];
  const typeOnly =
    node.importKind === 'type' ||
    node.exportKind === 'type' ||
    (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'));
  seen.imports.push({ ...resolved(source, file.path), typeOnly, lazy: node.type === 'ImportExpression' });
}

function resolved(source: string, from: string): Pick<Import, 'to' | 'ours'> {
  const bare = source.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return { to: bare.slice(1), ours: true };
  if (bare.startsWith('.')) return { to: posix.join(dirname(from), bare), ours: true };
  const [scope = '', name = ''] = bare.split('/');
  return { to: bare.startsWith('@') ? `${scope}/${name}` : scope, ours: false };
}
