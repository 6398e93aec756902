import { menu } from '#contract/areas/access/menu.ts';
import { addTask } from '#contract/areas/tasks/calls.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { type Actor, allows } from '#server/identity/actor.ts';

/** Menu node that decides over the button 新建 (specification §2). */
const dataNode = '/data';

/** May this person make tasks: the key, the data node in their menu (domain.md §4.27), and something that they may look at. */
export function mayCreate(actor: Actor): boolean {
  return (
    allows(actor, addTask.access) &&
    keysOfNode.some((key) => actor.permissions.has(key)) &&
    Object.values(taskForms).some(({ access }) => allows(actor, access))
  );
}

const keysOfNode = menu
  .filter(({ url }) => url === dataNode)
  .flatMap(({ screens }) => screens)
  .flatMap(({ keys }) => keys);
