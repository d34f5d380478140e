import {
  type LinkedDraft,
  CampaignDrafts,
  type DraftFields,
  type DraftWriting,
} from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type Submission, SurveyResultsService } from '../survey-results/survey-results.service';
import { CampaignCodes, codeLifeMs } from './campaign-codes';

const hourMs = 60 * 60_000;

/** Links that do not exist, by client; writes and codes, by draft. A link has 160 secret bits: its limits are against load. */
const limits = {
  unknown: { limit: 60, windowMs: hourMs },
  write: { limit: 300, windowMs: hourMs },
  code: { limit: 5, windowMs: 24 * hourMs },
} as const;

/** A person who has the link of a campaign. */
export interface LinkHolder {
  readonly capability: string;
  /** The client's bucket, for the limits. */
  readonly client: string;
}

/**
 * Answers to campaigns, by people who have a link. Does not decide what a browser may see.
 * Every method throws Problem `not_found` for an unknown link, and `too_many` over a limit.
 */
@Injectable()
export class CampaignAnsweringService {
  constructor(
    private readonly drafts: CampaignDrafts,
    private readonly surveyResults: SurveyResultsService,
    private readonly codes: CampaignCodes,
    private readonly rates: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Changes nothing. */
  async find({ capability, client }: LinkHolder): Promise<LinkedDraft> {
    const draft = await this.drafts.find(capability);
    if (draft) return draft;
    await this.count(`campaign unknown ${client}`, limits.unknown);
    throw unknownLink();
  }

  async begin(holder: LinkHolder): Promise<void> {
    await this.countWrite(holder);
    await this.drafts.open(holder.capability, this.clock.now());
  }

  /** `seen`: the version that the writer has seen. */
  async save(holder: LinkHolder, fields: DraftFields, seen: number): Promise<DraftWriting> {
    await this.countWrite(holder);
    return known(await this.drafts.save(holder.capability, fields, { seen, now: this.clock.now() }));
  }

  /** `submission` is complete. @throws Problem `invalid` too */
  async submit(holder: LinkHolder, submission: Submission, seen: number): Promise<DraftWriting> {
    await this.countWrite(holder);
    const { result, extras } = this.surveyResults.prepare(submission, holder.client);
    const write = { seen, now: this.clock.now() };
    return known(await this.drafts.submit(holder.capability, { result, extras }, write));
  }

  /** Mails a code to the contact. False when the draft has no address any more. */
  async sendCode(holder: LinkHolder): Promise<boolean> {
    const { id } = await this.find(holder);
    await this.count(`campaign code ${id}`, limits.code);
    const [deliveryId, now] = [randomUUID(), this.clock.now()];
    return this.drafts.sendCode(holder.capability, {
      code: this.codes.of(deliveryId),
      deliveryId,
      clientAddress: holder.client,
      now,
      expiresAt: new Date(now.getTime() + codeLifeMs),
    });
  }

  /** Whether the code is right; it then no longer works. */
  async checkCode(holder: LinkHolder, code: string): Promise<boolean> {
    await this.countWrite(holder);
    return /^\d{6}$/.test(code) && this.drafts.checkCode(holder.capability, code, this.clock.now());
  }

  async optOut(holder: LinkHolder): Promise<void> {
    await this.countWrite(holder);
    await this.drafts.optOut(holder.capability, this.clock.now());
  }

  private async countWrite(holder: LinkHolder): Promise<void> {
    const { id } = await this.find(holder);
    await this.count(`campaign write ${id}`, limits.write);
  }

  private async count(
    key: string,
    { limit, windowMs }: { readonly limit: number; readonly windowMs: number },
  ): Promise<void> {
    await this.rates.hitOrRefuse(
      { key, limit, windowMs, now: this.clock.now() },
      (options) => new Problem('too_many', 'too many requests, try again later', options),
    );
  }
}

function known(writing: DraftWriting | undefined): DraftWriting {
  if (!writing) throw unknownLink();
  return writing;
}

function unknownLink(): Problem {
  return new Problem('not_found', 'there is no such campaign link');
}
