import type { Changeable } from '#contract/areas/shell/push.ts';
import { CallFailed } from '#src/engine/failure.ts';
import { openedPermissionNode, setPermissionKeys } from '#src/engine/permissions-store.ts';
import { forgetAll, forgetThese } from '#src/engine/query-keys.ts';
import { forgetReferenceLists } from '#src/engine/reference-lists.ts';
import { dropNotice, keepUnread, takeNotice } from '#src/live/notice-queue.ts';
import { readMessage } from '#src/live/read-message.ts';
import { missTaskUpdates, takeTaskUpdate } from '#src/live/task-updates.ts';
import { readSession } from '#src/platform/session.ts';
import type { App } from '../app-context.tsx';
import { forgetExpiring } from '../expiring/expiring-today.ts';
import { askPermissions } from '../menu/menu-query.ts';
import type { Services } from '../services.ts';

/** Queries under this key show configuration values: they are read again when a value has been changed. */
export const configKey = ['config'] as const;

/** Does what a message asks for. `acknowledge` tells the server of a notice that was acknowledged without its knowledge. */
export async function onPush(app: App, text: unknown, acknowledge: (msgId: number) => void): Promise<void> {
  const message = readMessage(text);
  if (message?.type === 1) takeTaskUpdate(message.task);
  if (message?.type === 3 && !takeNotice(message)) acknowledge(message.msg_id);
  if (message?.type === 6) dropNotice(message.msg_id);
  if (message?.type === 7) keepUnread(message.unread);
  if (message?.type === 5) {
    const uid = readSession()?.uid;
    if (uid !== undefined && message.changed.includes('access')) await forgetReferenceLists(uid);
    await readAgain(app, message.changed);
  }
}

/** Reads again what may have changed on the server. */
export async function readAgain({ services, sessionEnd }: App, changed: readonly Changeable[]): Promise<void> {
  // Ended by force, which is what body code 10000 says (amendments F).
  if (changed.includes('session')) sessionEnd.expired('body');
  if (changed.includes('tasks')) missTaskUpdates();
  await Promise.all([
    changed.includes('access') && readAccess(services),
    changed.includes('config') && forgetThese(services.queries, { queryKey: configKey }),
    changed.includes('config') && forgetExpiring(services.queries, readSession()?.uid),
  ]);
}

// Rights and data scope decide over every row: what stands on the screen is read again with those of now.
// An open form is not: what somebody types stands on the version they saw, and the server judges whoever saves it.
async function readAccess(services: Services): Promise<void> {
  await Promise.all([forgetAll(services.queries), readPermissions(services)]);
}

async function readPermissions(services: Services): Promise<void> {
  const uid = readSession()?.uid;
  const nodeId = openedPermissionNode();
  if (uid === undefined || !nodeId) return;
  try {
    setPermissionKeys(nodeId, await askPermissions(services, { uid, nodeId }));
  } catch (problem) {
    // What is known stays until the next screen asks; the server decides over every call anyway.
    if (!(problem instanceof CallFailed)) reportError(problem);
  }
}
