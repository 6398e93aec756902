import type { Call } from '#contract/kit/call.ts';

/** What the build knows of the addresses, so that the start of one need not wait for the code that knows it too. */
export interface StartTable {
  /** Name of the build. */
  readonly build: string;
  /** The files that `routes` mean by their places. */
  readonly files: readonly string[];
  readonly routes: Readonly<Record<string, StartRoute>>;
}

export interface StartRoute {
  /** What its screen and the frames around it need beside what every page does. */
  readonly files: readonly number[];
  /** The list that it opens with. */
  readonly list?: StartList;
}

/** The question of a list that nobody has asked anything yet. */
export interface StartList {
  /** Name of the definition. */
  readonly name: string;
  readonly call: Call;
  readonly input: Readonly<Record<string, unknown>>;
}

declare global {
  /** The list that the first script has asked, until the application takes it. */
  var startList: StartList | undefined;
  /**
   * Fetches the files of an address that are not there yet, all at once. The build names them in the first script alone: named once more
   * with every `import` of a screen, they would be the greater part of the table of routes. Missing while developing.
   */
  var preloadScreen: ((path: string) => void) | undefined;
}
