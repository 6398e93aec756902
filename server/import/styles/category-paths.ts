import { categoryLevels } from '#contract/areas/goods/category.ts';
import { limits } from '#contract/kit/limits.ts';
import { shown } from '#server/sheets/bilingual-message.ts';
import { grouped } from '../grouped.ts';
import { type Called, type Found, folded, type Master, type MasterRow, missing } from './masters.ts';

/** A node of the tree, there or planned. */
interface Node extends Master {
  readonly under: Node | undefined;
  readonly status: number;
  readonly level: number;
}

/**
 * Categories by their name or by the names on the way to them (`女装/上装/T恤`, or the end of it, as long as only one
 * ends so). Goods stand in leaves alone. What there is not is planned along its path from the root.
 */
export class CategoryPaths {
  readonly #called: Called;
  readonly #nodes: Node[] = [];
  readonly #byName: Map<string, Node[]>;
  readonly #byId = new Map<number, Node>();
  readonly #found = new Map<string, Found>();
  readonly #parents = new Set<Node>();

  constructor(rows: readonly MasterRow[], called: Called) {
    this.#called = called;
    const given = new Map(rows.map((row) => [row.id, row]));
    const nodeOf = ({ id, name, status, under_id }: MasterRow): Node => {
      const known = this.#byId.get(id);
      if (known) return known;
      const above = under_id === null ? undefined : given.get(under_id);
      const under = above && nodeOf(above);
      const node: Node = { id, name, status, under, level: (under?.level ?? 0) + 1 };
      this.#byId.set(id, node);
      if (under) this.#parents.add(under);
      return node;
    };
    this.#nodes = rows.map(nodeOf);
    this.#byName = grouped(this.#nodes, ({ name }) => folded(name));
  }

  /** The category with an id that is there. */
  of(id: number): Master {
    const node = this.#byId.get(id);
    if (!node) throw new Error(`no category ${id}`);
    return node;
  }

  /** The root of this name, planned whether or not categories may be made: for goods that say none. */
  usual(name: string): Master {
    const same = this.#byName.get(folded(name)) ?? [];
    const known = same.find(({ under }) => under === undefined);
    if (known) return known;
    const node: Node = { id: undefined, name, under: undefined, status: 1, level: 1 };
    this.#byName.set(folded(name), [...same, node]);
    return node;
  }

  find(path: string): Found {
    const key = folded(path);
    const found = this.#found.get(key) ?? this.#look(path);
    this.#found.set(key, found);
    // Asked anew each time: what was a leaf may have got a planned child meanwhile.
    return 'master' in found && this.#parents.has(found.master as Node)
      ? {
          reason: {
            en: `category ${shown(path)} has others below it: name the last one`,
            zh: `分类“${shown(path)}”不是末级分类`,
          },
        }
      : found;
  }

  #look(path: string): Found {
    const { label, making } = this.#called;
    const names = path.split(/[/／]/).map((name) => name.trim());
    if (names.some((name) => name === '' || name.length > limits.name))
      return { reason: { en: `not a category: ${shown(path)}`, zh: `不是分类：${shown(path)}` } };
    const ending = (this.#byName.get(folded(names.at(-1) ?? '')) ?? []).filter((node) => endsWith(node, names));
    const [node] =
      ending.length > 1 ? ending.filter(({ level }) => level === names.length && names.length > 1) : ending;
    if (node && node.status === 1) return { master: node };
    if (node) return { reason: { en: `category ${shown(path)} is switched off`, zh: `分类“${shown(path)}”已停用` } };
    if (ending.length > 1)
      return {
        reason: {
          en: `several categories are called ${shown(path)}: ${ending.map(pathOf).join(', ')}`,
          zh: `有多个分类叫“${shown(path)}”：${ending.map(pathOf).join('、')}，请写各级名称`,
        },
      };
    return making === true ? this.#plan(names) : { reason: missing(label, shown(path), making) };
  }

  #plan(names: readonly string[]): Found {
    const path = names.join('/');
    if (names.length > categoryLevels)
      return {
        reason: {
          en: `a category has at most ${categoryLevels} levels: ${path}`,
          zh: `分类最多 ${categoryLevels} 级：${path}`,
        },
      };
    let under: Node | undefined;
    for (const [depth, name] of names.entries()) {
      const same: Node[] = this.#byName.get(folded(name)) ?? [];
      const known: Node | undefined = same.find((node) => node.under === under);
      if (known?.status === 0)
        return { reason: { en: `category ${pathOf(known)} is switched off`, zh: `分类“${pathOf(known)}”已停用` } };
      // A first name that stands deeper in the tree is no new root but the middle of a path.
      if (!known && depth === 0 && names.length > 1 && same.length > 0)
        return {
          reason: {
            en: `there is no category ${path}: begin at the first level`,
            zh: `没有分类“${path}”：请从一级分类写起`,
          },
        };
      const node: Node = known ?? { id: undefined, name, under, status: 1, level: depth + 1 };
      if (!known) this.#byName.set(folded(name), [...same, node]);
      if (under) this.#parents.add(under);
      under = node;
    }
    return under ? { master: under } : { reason: missing(this.#called.label, path, { en: '', zh: '' }) };
  }
}

function endsWith(node: Node, names: readonly string[]): boolean {
  let at: Node | undefined = node;
  for (const name of names.toReversed()) {
    if (!at || folded(at.name) !== folded(name)) return false;
    at = at.under;
  }
  return true;
}

/** The names on the way to a category, from the root. */
export function pathOf(node: Master): string {
  return node.under ? `${pathOf(node.under)}/${node.name}` : node.name;
}
