import { parseSync } from 'vite';
import type { SourceFile } from '#tests/laws/source.ts';

/** What a statement in the code says it reads: names of columns with the sort of value, where the type says one. */
export interface SqlTemplate {
  readonly place: string;
  /** The literal parts between what is put in. */
  readonly parts: readonly string[];
  /** Undefined where the type is not spelled out in the file. */
  readonly reads: ReadonlyMap<string, Sort> | undefined;
}

/** A number, text or truth, or none of them alone. */
export type Sort = 'number' | 'string' | 'boolean' | undefined;

type Node = { type: string; start: number } & Record<string, unknown>;

/** The statements of a file that are executed where they stand: `sql<Row>`…`.execute(db)`. */
export function sqlTemplates({ path, text }: SourceFile): SqlTemplate[] {
  const { program } = parseSync(path, text);
  const types = new Map<string, Node>();
  const found: SqlTemplate[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      types.set(String((node.id as Node).name), node);
    const template = executed(node);
    if (template) {
      const quasis = (template.quasi as Node).quasis as Node[];
      const [read] = ((template.typeArguments as Node | undefined)?.params ?? []) as Node[];
      found.push({
        place: `${path}:${text.slice(0, template.start).split('\n').length}`,
        parts: quasis.map(({ value }) => (value as { cooked: string }).cooked),
        reads: read && columnsOf(read, types),
      });
    }
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child);
  };
  // Types first: they may stand below what names them.
  const body = program.body as unknown as Node[];
  for (const node of body) {
    const declared = (node.type === 'ExportNamedDeclaration' ? node.declaration : node) as Node | null;
    if (declared && /^TS(Interface|TypeAlias)Declaration$/.test(declared.type))
      types.set(String((declared.id as Node).name), declared);
  }
  for (const node of body) visit(node);
  return found;
}

/** The template of `sql`…`.execute(…)`. */
function executed(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || (callee.property as Node).name !== 'execute') return undefined;
  const template = callee.object as Node;
  return template.type === 'TaggedTemplateExpression' && (template.tag as Node).name === 'sql' ? template : undefined;
}

/** The columns that a type names; undefined where it is not an object that this file spells out. */
function columnsOf(type: Node, types: ReadonlyMap<string, Node>): Map<string, Sort> | undefined {
  if (type.type === 'TSTypeLiteral') return membersOf(type.members as Node[]);
  if (type.type === 'TSIntersectionType') {
    const all = (type.types as Node[]).map((one) => columnsOf(one, types));
    return all.includes(undefined) ? undefined : new Map(all.flatMap((one) => [...(one ?? [])]));
  }
  if (type.type !== 'TSTypeReference' || type.typeArguments) return undefined;
  const declared = types.get(String((type.typeName as Node).name));
  if (!declared) return undefined;
  if (declared.type === 'TSTypeAliasDeclaration') return columnsOf(declared.typeAnnotation as Node, types);
  return (declared.extends as unknown[]).length > 0 ? undefined : membersOf((declared.body as Node).body as Node[]);
}

function membersOf(members: readonly Node[]): Map<string, Sort> | undefined {
  if (members.some((member) => member.type !== 'TSPropertySignature')) return undefined;
  return new Map(
    members
      .filter(({ optional }) => optional !== true)
      .map((member) => {
        const key = member.key as Node;
        return [String(key.name ?? key.value), sortOf((member.typeAnnotation as Node).typeAnnotation as Node)] as const;
      }),
  );
}

function sortOf(type: Node): Sort {
  if (type.type === 'TSUnionType') {
    const sorts = new Set((type.types as Node[]).filter((one) => one.type !== 'TSNullKeyword').map(sortOf));
    return sorts.size === 1 ? [...sorts][0] : undefined;
  }
  const sorts: Record<string, Sort> = {
    TSNumberKeyword: 'number',
    TSStringKeyword: 'string',
    TSBooleanKeyword: 'boolean',
  };
  return sorts[type.type];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
