import { headers as names } from '#contract/kit/call.ts';

/** Who is calling. The server believes the token alone (design §4); the rest is for the specification's headers. */
export interface Caller {
  uid: number;
  nickname: string;
  token: string;
}

/** What calls from: this installation's id, sent as X-Device-Id, and the running build, sent as X-App-Build. */
export interface Sender {
  device: string;
  build: string;
}

/** The headers of a call (specification §7); `opId` is that of a mutating one. */
export function headersFor(sender: Sender, caller: Caller | null, opId: string | undefined): Record<string, string> {
  const sent: Record<string, string> = {
    [names.requestType]: 'erp-web',
    [names.device]: sender.device,
    [names.build]: sender.build,
  };
  if (caller) {
    sent[names.authorization] = caller.token;
    sent[names.userId] = String(caller.uid);
    sent[names.nickname] = encodeURIComponent(caller.nickname);
  }
  if (opId !== undefined) sent[names.opId] = opId;
  return sent;
}
