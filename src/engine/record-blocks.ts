import { type ComponentType, lazy } from 'react';
import { create } from 'zustand';
import type { Access } from '#contract/kit/call.ts';
import { useMayUse } from './use-allowed.ts';

/** What an area shows of another area's record, on the page of that record. */
export interface RecordBlock {
  readonly key: string;
  /** What the tab says. */
  readonly label: string;
  /** Place among the blocks of all areas. */
  readonly order: number;
  /** Shown to those who hold it: the key of what it reads. */
  readonly access: Access;
  readonly load: () => Promise<{ Block: ComponentType<BlockProps> }>;
}

export interface BlockProps {
  /** Of the record. */
  readonly id: number;
}

/**
 * The blocks of an area by the name of the definition whose records they are about: `export const blocks` of
 * `src/areas/<area>/record-blocks.ts`. So a page grows with the areas that are built, and nobody edits it.
 */
export type RecordBlocks = Readonly<Record<string, readonly RecordBlock[]>>;

/** A block whose code loads when it is first shown. */
export type ShownBlock = Omit<RecordBlock, 'load'> & { readonly Block: ComponentType<BlockProps> };

const useBlocks = create<Readonly<Record<string, readonly ShownBlock[]>>>(() => ({}));

/** The application tells it once, of all areas. */
export function setRecordBlocks(areas: readonly RecordBlocks[]): void {
  const names = new Set(areas.flatMap((blocks) => Object.keys(blocks)));
  const all = [...names].map((name): [string, ShownBlock[]] => [
    name,
    areas
      .flatMap((blocks) => blocks[name] ?? [])
      .toSorted((one, other) => one.order - other.order)
      .map(({ load, ...block }) => ({ ...block, Block: lazy(async () => ({ default: (await load()).Block })) })),
  ]);
  useBlocks.setState(Object.fromEntries(all), true);
}

/** The blocks of a record's page that this person may see, in their order. */
export function useRecordBlocks({ name }: { readonly name: string }): readonly ShownBlock[] {
  const blocks = useBlocks((all) => all[name]);
  const mayUse = useMayUse();
  return (blocks ?? none).filter(({ access }) => mayUse(access));
}

const none: readonly ShownBlock[] = [];
