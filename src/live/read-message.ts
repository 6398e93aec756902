import type { Changeable, PushMessage } from '#contract/areas/shell/push.ts';

/** Reads what came over the live connection; undefined for what is none of our messages (a newer server may have more). */
export function readMessage(text: unknown): PushMessage | undefined {
  const message = parsed(text);
  if (!message) return undefined;
  switch (message.type) {
    case 1:
      return readTask(message.task);
    case 3:
      return isWhole(message.msg_id) && typeof message.title === 'string' && typeof message.content === 'string'
        ? { type: 3, msg_id: message.msg_id, title: message.title, content: message.content }
        : undefined;
    case 5:
      return Array.isArray(message.changed) ? { type: 5, changed: message.changed.filter(isChangeable) } : undefined;
    case 6:
      return isWhole(message.msg_id) ? { type: 6, msg_id: message.msg_id } : undefined;
    case 7:
      return Array.isArray(message.unread) && message.unread.every(isWhole)
        ? { type: 7, unread: message.unread }
        : undefined;
    default:
      return undefined;
  }
}

type Loose = Record<string, unknown>;

const changeables: Readonly<Record<Changeable, true>> = { access: true, config: true, tasks: true, session: true };

function readTask(task: unknown): PushMessage | undefined {
  if (!isObject(task)) return undefined;
  const { id, status, progress } = task;
  return isWhole(id) && isWhole(status) && typeof progress === 'number'
    ? { type: 1, task: { id, status, progress } }
    : undefined;
}

function parsed(text: unknown): Loose | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON: not ours.
    return undefined;
  }
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isChangeable(value: unknown): value is Changeable {
  return typeof value === 'string' && Object.hasOwn(changeables, value);
}
