let last = '';

/**
 * The message of a login answer as it is shown (specification §8): one that is identical to the previous one gets two
 * spaces at its end, so that the change is noticed.
 */
export function noticedMessage(message: string): string {
  last = message === last ? `${message}  ` : message;
  return last;
}
