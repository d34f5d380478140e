import { type ReviewPack } from './review-pack';

/** Makes the PDF that a provider takes to a client. It is unsigned and no certificate. */
export abstract class ReviewPackRenderer {
  abstract render(pack: ReviewPack): Promise<Uint8Array>;
}
