import {
  listViews,
  removeViewCall,
  renameViewCall,
  saveViewCall,
  setDefaultViewCall,
  shareViewCall,
  type ViewContent,
} from '#contract/areas/me/list-views.ts';
import type { Call } from '#contract/kit/call.ts';
import { wordsOf } from '../failure.ts';
import { refreshViews } from '../own-views.ts';
import { useCommand } from '../use-command.ts';

/** What a person does with their views. Each resolves to what went wrong, in words; to nothing when it is done. */
export interface ViewSteps {
  readonly running: boolean;
  /** With the id of the new view, once it is known here. */
  add(
    view: { list: string; name: string; content: ViewContent },
    added: (id: number) => void,
  ): Promise<string | undefined>;
  save(id: number, content: ViewContent, saved: () => void): Promise<string | undefined>;
  rename(id: number, name: string): Promise<string | undefined>;
  remove(id: number, removed: () => void): Promise<string | undefined>;
  begin(list: string, view: number | null): Promise<string | undefined>;
  share(id: number, roles: number[]): Promise<string | undefined>;
}

/** Steps with views; what they change is read again before they are done. */
export function useViewSteps(): ViewSteps {
  const command = useCommand<{ id?: number; version?: number }>(listViews);
  const step = async <In, Out extends { id?: number }>(
    call: Call<In, Out>,
    input: In,
    done?: (out: Out) => void,
  ): Promise<string | undefined> => {
    const sent = await command.run(call as Call<In, { id?: number }>, input);
    if (!sent.ok) return wordsOf(sent.failure);
    await refreshViews();
    done?.(sent.value as Out);
    return undefined;
  };
  return {
    running: command.running,
    add: async (view, added) => await step(saveViewCall, view, ({ id }) => added(id)),
    save: async (id, content, saved) => await step(saveViewCall, { id, content }, saved),
    rename: async (id, name) => await step(renameViewCall, { id, name }),
    remove: async (id, removed) => await step(removeViewCall, { id }, removed),
    begin: async (list, view) => await step(setDefaultViewCall as Call<object, { id?: number }>, { list, view }),
    share: async (id, roles) => await step(shareViewCall, { id, role_ids: roles }),
  };
}
