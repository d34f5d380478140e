import { OrgClientStore, type ReviewPack, ReviewPackStore, shownName } from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { RateLimits } from '@governance/deliveries';
import { type OrgViewer, viewerOf } from '@governance/iam';
import { asUuid, Clock } from '@governance/kernel';
import { publishedRubrics } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { unknownClient } from '../clients/client-problems';
import { nothingToReview, packNotMade, tooManyPacks } from './review-pack-problems';

/** Enough for every client of a large provider in a day; too few to keep mail waiting for the browser. */
export const packsPerHour = 200;
const hourMs = 60 * 60 * 1_000;

/** The PDF, or the reason to ask again shortly. */
export type ReviewPackAnswer =
  | { readonly kind: 'stored'; readonly clientId: string; readonly bytes: Uint8Array }
  | { readonly kind: 'queued' };

/**
 * One PDF for each client: its newest result, trend, plan, evidence and frameworks (ADR 75). A worker prints it: a request only
 * queues. What is stored is sent as long as it was made from the facts of now.
 */
@Injectable()
export class ReviewPacks {
  constructor(
    private readonly store: ReviewPackStore,
    private readonly clients: OrgClientStore,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  async get(caller: OrgCaller, text: string): Promise<ReviewPackAnswer> {
    const viewer = viewerOf(caller);
    const pack = await this.factsOf(viewer, text);
    const packs = this.store.forViewer(viewer);
    const { id: clientId } = pack.client;
    const now = this.clock.now();
    const printed = await packs.find(clientId, pack);
    switch (printed.kind) {
      case 'stored':
        return { ...printed, clientId };
      case 'queued':
        return { kind: 'queued' };
      case 'parked':
        refuseUntil(printed.retryAt, now);
        break;
      case 'none':
    }
    const hit = { key: `review-pack ${viewer.orgId}`, limit: packsPerHour, windowMs: hourMs, now };
    await this.limits.hitOrRefuse(hit, tooManyPacks);
    await packs.request(clientId, pack, now);
    return { kind: 'queued' };
  }

  private async factsOf(viewer: OrgViewer, text: string): Promise<ReviewPack> {
    const id = asUuid(text);
    const client = id === undefined ? undefined : await this.clients.forViewer(viewer).find(id);
    if (client === undefined) throw unknownClient();
    const facts = await this.store.forViewer(viewer).factsOf(client.id);
    if (!facts || !publishedRubrics.find(facts.result.rubricVersion)) throw nothingToReview();
    const { reference, domain } = client;
    return { client: { id: client.id, name: shownName(client), reference, domain }, ...facts };
  }
}

function refuseUntil(retryAt: Date, now: Date): void {
  const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1_000);
  if (seconds > 0) throw packNotMade({ headers: { 'retry-after': String(seconds) } });
}
