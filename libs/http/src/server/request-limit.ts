import { type IncomingMessage, type ServerResponse } from 'node:http';
import { exposedHeaders } from '../cors/cross-origin';
import { hasBody } from '../has-body';
import { storeUnavailable } from '../openapi/api-problem.decorator';
import { requestIdOf } from '../request-id.middleware';
import { publicSurface, type Surface } from '../surface';

const lookEveryMs = 10;

export interface RequestLimitOptions {
  /** How many requests the process works on at once. */
  readonly limit: number;
  readonly surface: Surface;
  readonly onRefused: (req: IncomingMessage) => void;
}

/**
 * Refuses requests beyond a number that the process works on at once. It precedes Express: only because a refusal costs a
 * fraction of a request does an overloaded process complete nearly as many requests as before.
 *
 * A request counts from the end of its body until its response is complete. Slow uploads and slow readers do not count: they
 * cost little, and would otherwise keep other clients out.
 */
export class RequestLimit {
  /** The responses that are worked on. Not a Set: it would give each response a hash, which costs a tenth of a short request. */
  private readonly slots: (ServerResponse | undefined)[] = [];
  private readonly freeSlots: number[] = [];
  private lookedAt = 0;
  private readonly refusal: Refusal;
  private readonly refusedVerification: Refusal;

  constructor(private readonly options: RequestLimitOptions) {
    const { surface } = options;
    this.refusal = refusalOf(surface, surface);
    // spec 4: public bodies, on the host of the platform too.
    this.refusedVerification = refusalOf(surface, publicSurface);
  }

  /** Whether the request is to be worked on. If not, it has been answered. */
  admits(req: IncomingMessage, res: ServerResponse): boolean {
    const { url = '' } = req;
    if (this.isFull && !isNeverRefused(url)) {
      const isVerification = url.startsWith('/api/certification/verify/');
      const { status, headers, body } = isVerification ? this.refusedVerification : this.refusal;
      res.writeHead(status, [...headers, 'x-request-id', requestIdOf(req)]).end(body);
      this.options.onRefused(req);
      return false;
    }
    if (hasBody(req))
      req.once('end', () => {
        this.begin(res);
      });
    else this.begin(res);
    return true;
  }

  private begin(res: ServerResponse): void {
    if (res.destroyed) return;
    const slot = this.freeSlots.pop() ?? this.slots.length;
    this.slots[slot] = res;
    res.once('close', () => {
      this.end(slot, res);
    });
  }

  private end(slot: number, res: ServerResponse): void {
    // If it was complete before it was closed, the slot may have another by now.
    if (this.slots[slot] !== res) return;
    this.slots[slot] = undefined;
    this.freeSlots.push(slot);
  }

  private get size(): number {
    return this.slots.length - this.freeSlots.length;
  }

  private get isFull(): boolean {
    const { limit } = this.options;
    if (this.size >= limit) this.forgetComplete();
    return this.size >= limit;
  }

  /** Forgets responses that wait for their readers alone. Looking at all of them costs more than a refusal. */
  private forgetComplete(): void {
    const now = performance.now();
    if (now - this.lookedAt < lookEveryMs) return;
    this.lookedAt = now;
    for (const [slot, res] of this.slots.entries()) if (res?.writableEnded === true) this.end(slot, res);
  }
}

/**
 * Probes decide whether the process continues: restarting an overloaded one makes the overload worse. spec 4.1: `/api/me` has no
 * failures.
 */
export function isNeverRefused(path: string): boolean {
  return /^\/(?:health|api\/me)(?:[/?]|$)/.test(path);
}

interface Refusal {
  readonly status: number;
  /** Names and values in turn: Node writes a list with a tenth less work than an object. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Like an outage, after which clients retry in the same way. */
function refusalOf({ headers }: Surface, { renderProblem }: Surface): Refusal {
  const problem = storeUnavailable();
  const body = JSON.stringify(renderProblem(problem));
  return {
    status: problem.status,
    body,
    headers: Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'retry-after': '2',
      'cache-control': 'no-store',
      // A page of another origin may know that the service is busy.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposedHeaders.join(','),
    }).flat(),
  };
}
