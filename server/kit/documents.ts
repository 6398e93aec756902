import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { DocumentHooks } from './step.ts';

/** A document as it is served: what it is, and what is special about it. */
export interface ServedDocument {
  readonly definition: AnyDefinition;
  readonly hooks: DocumentHooks;
}

/** The documents that are served, by name: who runs a step of another area's document finds its hooks here. */
export class Documents {
  readonly #served = new Map<string, ServedDocument>();

  add<D extends AnyDefinition>(definition: D, hooks: DocumentHooks<D>): void {
    // They are given documents of their own definition: whoever finds them here has found it by the same name.
    this.#served.set(definition.name, { definition, hooks: hooks as unknown as DocumentHooks });
  }

  /** The document of that name; asking for one that is not served is a mistake of ours. */
  of({ name }: { readonly name: string }): ServedDocument {
    const served = this.#served.get(name);
    if (!served) throw new Error(`${name} is not served`);
    return served;
  }

  all(): readonly ServedDocument[] {
    return [...this.#served.values()];
  }
}
