import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { notThere } from '#server/platform/http.ts';
import { type OpenedConnection, openConnection } from './connections.ts';
import { isOwnOrigin } from './origin.ts';
import { pushLimits } from './push-limits.ts';
import { type PushFrame, PushService } from './push-service.ts';

/**
 * Mounts the live connection at `/erp/{uid}` (specification §7). A connection is refused before the upgrade, without a
 * word of why: 403 from a foreign page, 401 without a ticket that is good for this uid. Stopping the server closes all
 * connections with 1012 and waits at most 2 s.
 */
export async function mountPush(app: FastifyInstance, frame: PushFrame): Promise<void> {
  const service = new PushService(frame);
  await app.register(websocket, {
    options: { maxPayload: pushLimits.frameBytes, perMessageDeflate: false },
    // A connection deals with its own errors (LiveSocket); the plugin would only cut the closing handshake short.
    errorHandler: () => {},
    preClose: () => service.stop(),
  });
  // The plugin would take a connection to any address and then close it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.ws && request.routeOptions.url !== address) await notThere(reply);
  });
  const admitted = new WeakMap<FastifyRequest, OpenedConnection>();
  app.get<{ Params: { uid: string } }>(
    address,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!request.ws) return;
        const opened = await admit(frame, request, reply);
        if (opened) admitted.set(request, opened);
      },
    },
    (socket: WebSocket, request) => {
      const opened = admitted.get(request);
      if (opened) service.connect(socket, opened);
      else socket.terminate();
    },
  );
  // A server that cannot have its port must not be kept running by a connection to the database.
  app.addHook('onListen', () => service.start());
}

const address = '/erp/:uid';

async function admit(
  frame: PushFrame,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<OpenedConnection | undefined> {
  if (!isOwnOrigin(request.headers)) {
    refuse(frame, request, reply, 403);
    return undefined;
  }
  const { ticket } = request.query as { ticket?: unknown };
  const adminId = /^[1-9]\d{0,14}$/.test(request.params.uid) ? Number(request.params.uid) : undefined;
  const opened =
    adminId !== undefined && typeof ticket === 'string'
      ? await openConnection(frame.db, { ticket, adminId, now: frame.clock.now() })
      : undefined;
  if (!opened) refuse(frame, request, reply, 401);
  return opened;
}

function refuse(frame: PushFrame, request: FastifyRequest, reply: FastifyReply, status: 401 | 403): void {
  const origin = request.headers.origin?.slice(0, limits.name);
  frame.log.warn({ status, ip: request.ip, origin, requestId: request.id }, 'live connection refused');
  reply.code(status).send();
}
