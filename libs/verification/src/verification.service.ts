import { Clock } from '@governance/kernel';
import { ResultStore, verificationRecord, type VerificationRecord } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { VerificationSettings } from './verification-settings';

/** Looks up what verification may say about a certificate. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly settings: VerificationSettings,
  ) {}

  /** The record for a well-formed id; an unknown one has a record that says so. */
  async recordOf(id: string): Promise<VerificationRecord> {
    const result = await this.results.findVerifiable(id);
    return verificationRecord(id, result, {
      publicBaseUrl: this.settings.publicBaseUrl,
      now: this.clock.now(),
    });
  }

  /** The page for people, for any id: the redirect to it tells nothing about whether the id exists. */
  humanPageOf(id: string): string {
    return `${this.settings.publicBaseUrl}/verify/${id}`;
  }
}
