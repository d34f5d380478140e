import {
  CertificateMaker,
  CertificateQueue,
  type DocumentMaker,
  type DocumentQueue,
  EvidenceReportMaker,
  EvidenceReportQueue,
} from '@governance/assessments';
import { Injectable } from '@nestjs/common';

/** A queue, and what makes its documents. */
export interface DocumentLine {
  readonly queue: DocumentQueue;
  readonly maker: DocumentMaker;
}

/** Every kind of document that a worker makes. */
@Injectable()
export class DocumentLines {
  readonly all: readonly DocumentLine[];

  constructor(
    certificates: CertificateQueue,
    certificateMaker: CertificateMaker,
    reports: EvidenceReportQueue,
    reportMaker: EvidenceReportMaker,
  ) {
    this.all = [
      { queue: certificates, maker: certificateMaker },
      { queue: reports, maker: reportMaker },
    ];
  }
}
