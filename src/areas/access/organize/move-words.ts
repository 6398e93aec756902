import type { OrganizeNode } from '#contract/areas/access/organize.ts';
import { type Branch, everyBranch, wayTo } from '../tree/branch.ts';
import { type Place, placeOf, siblingsAt } from '../tree/moves.ts';

/** A move in words: what goes where, and what goes along. */
export interface MoveWords {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Organisations below it, and people of it and of those. */
  readonly below: number;
  readonly people: number;
}

/** Says what a move does, for the person who confirms it and for the notice after it. */
export function moveWords(roots: readonly Branch<OrganizeNode>[], key: string, place: Place): MoveWords {
  const moving = wayTo(roots, key).at(-1);
  const along = moving ? [...everyBranch([moving])] : [];
  const now = placeOf(roots, key);
  return {
    what: moving?.value.name ?? '',
    from: now ? under(roots, now.parent) : '',
    to: `${under(roots, place.parent)}，${behind(roots, key, place)}`,
    below: Math.max(0, along.length - 1),
    people: along.reduce((sum, { value }) => sum + value.admin_count, 0),
  };
}

/** `“商品部”下` or 最上级. */
function under(roots: readonly Branch<OrganizeNode>[], parent: string | null): string {
  const name = parent === null ? undefined : wayTo(roots, parent).at(-1)?.value.name;
  return name === undefined ? '最上级' : `“${name}”下`;
}

function behind(roots: readonly Branch<OrganizeNode>[], key: string, { parent, index }: Place): string {
  const others = siblingsAt(roots, parent, key);
  const before = others[index - 1];
  if (others.length === 0) return '作为唯一下级';
  return before ? `排在“${before.value.name}”之后` : '排在最前';
}
