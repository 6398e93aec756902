import type { ExportType, ImportType } from '#contract/areas/tasks/task.ts';
import type { OtherTodo } from './areas/shell/dashboard.ts';
import type { Passwords } from './identity/passwords.ts';
import type { KindOutcome, KindRun } from './import/tasks/kind-run.ts';
import type { Hiding } from './kit/registry.ts';
import type { Kit } from './kit/serve-entity.ts';
import type { HouseTimer } from './platform/timers.ts';
import type { SeedPart } from './seed/context.ts';
import type { SourceOf } from './tasks/exports/source.ts';

/** What an area is to the server: its index. What the server serves, runs and begins with is worked out from these. */
export interface ServerArea {
  /** That of its folders on every floor. */
  readonly name: string;
  /** Serves its calls, and no others. */
  serve?(kit: Kit, house: ServingHouse): void;
  /** The rows of its exports. */
  readonly exports?: Readonly<Partial<Record<ExportType, SourceOf>>>;
  /** What runs its imports. */
  readonly imports?: Readonly<Partial<Record<ImportType, ImportRun>>>;
  /** What is hidden in some rows of its lists, by the name of their definition. */
  readonly hidden?: Readonly<Record<string, Hiding>>;
  /** Its share of the demo company. */
  readonly seed?: readonly SeedPart[];
  /** What a serving process does again and again. */
  readonly timers?: readonly HouseTimer[];
  /** The same, of works that tell other areas of something. */
  timersOf?(kit: Pick<Kit, 'registry'>): readonly HouseTimer[];
  /** What waits for a person in an area that has no documents. */
  readonly todo?: OtherTodo;
}

/** What serving stands on besides the kit. */
export interface ServingHouse {
  readonly passwords: Passwords;
  /** What waits for a person in the areas that have no documents. */
  readonly todos: readonly OtherTodo[];
}

export type ImportRun = (run: KindRun) => Promise<KindOutcome>;
