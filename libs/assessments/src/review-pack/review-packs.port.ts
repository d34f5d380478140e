import { type OrgViewer } from '@governance/iam';
import { type ResultDocuments } from '../documents/result-documents.port';
import { type ReviewPack } from './review-pack';

/** A pack as it is printed: `none` also if what is stored was made from other facts. */
export type PrintedPack =
  | { readonly kind: 'none' | 'queued' }
  | { readonly kind: 'parked'; readonly retryAt: Date }
  | { readonly kind: 'stored'; readonly bytes: Uint8Array };

/** The review packs of the clients that a viewer sees, at most one each. Every method rejects with `StoreUnavailable`. */
export abstract class OrgReviewPacks {
  /** The facts of a client's newest result. Opens its evidence. Undefined for a client without a result. */
  abstract factsOf(clientId: string): Promise<Omit<ReviewPack, 'client'> | undefined>;

  abstract find(clientId: string, pack: ReviewPack): Promise<PrintedPack>;

  /** Queues the print, sealed, instead of any that was made from other facts. Concurrent requests queue it once. */
  abstract request(clientId: string, pack: ReviewPack, now: Date): Promise<void>;
}

export abstract class ReviewPackStore {
  abstract forViewer(viewer: OrgViewer): OrgReviewPacks;
}

/** The queued packs of all organizations, for the worker that prints them. It sees what is to be printed, and nothing else of clients. */
export abstract class ReviewPackQueue {
  /** By the key of their jobs. */
  abstract readonly documents: Pick<ResultDocuments, 'find' | 'keep' | 'park'>;

  /** Undefined for one that is no longer wanted. */
  abstract packOf(key: string): Promise<ReviewPack | undefined>;
}
