import { ReviewPackQueue, ReviewPackRenderer } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { DocumentWork } from './document-work';
import { DocumentJob } from './document.job';

/** Prints the packs that organizations request on the other surface (ADR 75). It reads what is to be printed, and no client or result. */
@Injectable()
export class RequestedReviewPack extends DocumentJob {
  readonly queue = 'public/review-packs';

  constructor(
    work: DocumentWork,
    private readonly packs: ReviewPackQueue,
    private readonly renderer: ReviewPackRenderer,
  ) {
    super(work, packs.documents);
  }

  protected async make(key: string): Promise<Uint8Array> {
    const pack = await this.packs.packOf(key);
    if (!pack) throw new Error('the pack is no longer wanted');
    return this.renderer.render(pack);
  }
}
