import { type LinkedDraft, draftStateOf, type DraftWriting } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { BrowserProofs } from '../../campaign/browser-proofs';
import { CampaignAnsweringService, type LinkHolder } from '../../campaign/campaign-answering.service';
import { ResultCapabilities } from '../../result-capabilities';
import { type FilledForm } from '../assessment-form/filled-form';
import { keptFields, postedSheet, versionSeen } from './campaign-sheet';
import { differencesOf } from './versions-view';

/** A person who has the link, and what their browser shows of itself. */
export interface Writer extends LinkHolder {
  readonly proof: string | undefined;
}

/**
 * What became of a form. `ended`: the link takes no answers. `code`: the browser may not write over what is saved. `form`: it is shown
 * again, to be checked or corrected. `versions`: another browser has saved other answers. `proof` is for the cookie of the browser.
 */
export type SheetOutcome =
  | { readonly kind: 'ended' }
  | { readonly kind: 'code'; readonly draft: LinkedDraft }
  | { readonly kind: 'saved'; readonly draft: LinkedDraft; readonly proof: string }
  | { readonly kind: 'submitted'; readonly resultUrl: string; readonly proof: string }
  | {
      readonly kind: 'form' | 'versions';
      readonly draft: LinkedDraft;
      readonly form: FilledForm;
      readonly version: number;
    };

/** Saves and sends the form of a draft, for browsers that may see what they write over. */
@Injectable()
export class CampaignSheetService {
  constructor(
    private readonly answering: CampaignAnsweringService,
    private readonly proofs: BrowserProofs,
    private readonly results: ResultCapabilities,
    private readonly clock: Clock,
  ) {}

  async write(writer: Writer, posted: URLSearchParams): Promise<SheetOutcome> {
    const draft = await this.answering.find(writer);
    if (draftStateOf(draft, this.clock.now()) !== 'open') return { kind: 'ended' };
    if (!this.isAllowed(writer, draft)) return { kind: 'code', draft };
    const form = postedSheet(draft, posted);
    const version = versionSeen(posted);
    if (posted.has('save')) return this.save(writer, form, version);
    if (form.problems.length > 0 || form.check) return { kind: 'form', draft, form, version };
    return this.submit(writer, form, version);
  }

  private async save(writer: Writer, form: FilledForm, version: number): Promise<SheetOutcome> {
    const writing = await this.answering.save(writer, keptFields(form), version);
    if (isSame(writing, form)) return this.save(writer, form, writing.draft.version);
    const { outcome, draft } = writing;
    if (outcome !== 'written') return this.refusal(writer, writing, form);
    return { kind: 'saved', draft, proof: this.nextProof(writer, draft) };
  }

  private async submit(writer: Writer, form: FilledForm, version: number): Promise<SheetOutcome> {
    const writing = await this.answering.submit(writer, form.submission, version);
    if (isSame(writing, form)) return this.submit(writer, form, writing.draft.version);
    const { outcome, draft } = writing;
    if (outcome !== 'written' || draft.resultId === undefined) return this.refusal(writer, writing, form);
    const resultUrl = this.results.urlOf(draft.resultId);
    return { kind: 'submitted', resultUrl, proof: this.nextProof(writer, draft) };
  }

  private refusal(writer: Writer, { outcome, draft }: DraftWriting, form: FilledForm): SheetOutcome {
    if (outcome !== 'stale') return { kind: 'ended' };
    if (!this.isAllowed(writer, draft)) return { kind: 'code', draft };
    return { kind: 'versions', draft, form, version: draft.version };
  }

  private isAllowed({ proof }: Writer, draft: LinkedDraft): boolean {
    return this.proofs.allows(proof, draft);
  }

  /** A browser in which the code was typed stays one. */
  private nextProof({ proof }: Writer, draft: LinkedDraft): string {
    return this.proofs.isOfCode(proof, draft) ? this.proofs.ofCode(draft) : this.proofs.ofWriter(draft);
  }
}

/** Another browser, or this one before, has saved the same answers: nothing differs. */
function isSame({ outcome, draft }: DraftWriting, form: FilledForm): boolean {
  return outcome === 'stale' && differencesOf(form, draft).length === 0;
}
