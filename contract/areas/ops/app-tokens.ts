import { command } from '../../kit/call.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';

/** What an application may do, whatever its account holds besides: tell of orders, their payments and refunds (amendments G14). */
export const appKeys: readonly string[] = ['order:push', 'OrderRefund:answer'];

/** A token is good for at most so many days. */
export const appTokenDays = 366;

/**
 * Lets a till or a channel call as its account. The token is made by whoever asks for it and shown there once: the house keeps its hash. It is
 * ended like any other session.
 */
export const openAppTokenCall = command<
  { username: string; name: string; days: number; token: string },
  { id: number; expires_at: string }
>({ service: 'acl', path: '/v1/Index/appTokenAdd', access: 'Index:appTokenAdd', secret: ['token'] });

/** What is asked for a new one. */
export const appTokenForm = {
  username: text('渠道账号', { required: true, most: limits.name }),
  name: text('用途', { required: true, most: limits.name }),
  days: integer('有效天数', { required: true, least: 1, most: appTokenDays, initial: 180 }),
} as const;
