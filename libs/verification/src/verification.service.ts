import { Clock } from '@governance/kernel';
import { ResultStore, verificationRecord, type VerificationRecord } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { VerificationSettings } from './verification-settings';

const longestEntry = 200;

/** Looks up verification records. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly results: ResultStore,
    private readonly clock: Clock,
    private readonly settings: VerificationSettings,
  ) {}

  /** The record for a well-formed id. An unknown id has a record with status `not_found`. */
  async recordOf(id: string): Promise<VerificationRecord> {
    const result = await this.results.findVerifiable(id);
    return verificationRecord(id, result, {
      publicBaseUrl: this.settings.publicBaseUrl,
      now: this.clock.now(),
    });
  }

  /** The form that checks certificates, for what is not an id. */
  formWith(entry: string): string {
    return `${this.settings.publicBaseUrl}/verify?certificate=${encodeURIComponent(entry.slice(0, longestEntry))}`;
  }

  /** The verification page of any id: a redirect to it does not reveal whether the id exists. */
  humanPageOf(id: string): string {
    return `${this.settings.publicBaseUrl}/verify/${id}`;
  }
}
