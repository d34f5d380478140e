import { type Evidence, EvidenceStore } from '@governance/assessments';
import { type LaunchPath } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { DeliveryStatusService } from '../../results/delivery-status.service';
import {
  type CertificateStatus,
  type ReadResult,
  ReadResultsService,
} from '../../results/read-results.service';
import { RetentionSettings } from '../../retention/retention-settings';
import { deliveryView } from './delivery-view';

const dayMs = 24 * 60 * 60 * 1000;

/** A stored result with everything that its own version of the rubric derives from the answers. */
export interface ShownResult extends ReadResult {
  readonly launchPath: LaunchPath;
}

/** With what the holder keeps about the answers; empty for none. */
export interface EvidencedResult extends ShownResult {
  readonly evidence: Evidence;
  /** When the retention deletes it. */
  readonly evidenceUntil: Date;
}

/** The parts of a result that its page shows. */
@Injectable()
export class ResultPageService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly evidence: EvidenceStore,
    private readonly deliveries: DeliveryStatusService,
    private readonly retention: RetentionSettings,
  ) {}

  /** @throws Problem `not_found` when we made no such address. */
  idOf(capability: string): string {
    return this.results.idOf(capability);
  }

  /** @throws Problem `not_found` */
  async deliveryOf(capability: string): Promise<object | undefined> {
    return deliveryView(await this.deliveries.of(capability));
  }

  /** For the form that starts from a result. @throws Problem `not_found` */
  async organizationNameOf(capability: string): Promise<string> {
    return (await this.evidence.organizationNameOf(this.idOf(capability))) ?? '';
  }

  certificateStatusOf(id: string): Promise<CertificateStatus> {
    return this.results.certificateStatusOf(id);
  }

  /** @throws Problem `not_found` */
  async find(capability: string): Promise<ShownResult> {
    const read = await this.results.find(capability);
    const { answers, mode } = read.result;
    return { ...read, launchPath: read.rubric.launchPath(answers, mode) };
  }

  /** @throws Problem `not_found` */
  async findWithEvidence(capability: string): Promise<EvidencedResult> {
    const id = this.idOf(capability);
    const [shown, evidence = {}] = await Promise.all([this.find(capability), this.evidence.find(id)]);
    const keptMs = this.retention.personalDataDays * dayMs;
    return { ...shown, evidence, evidenceUntil: new Date(shown.result.createdAt.getTime() + keptMs) };
  }
}
