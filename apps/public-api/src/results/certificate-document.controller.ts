import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, HttpStatus, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { CertificateDocumentsService } from './certificate-documents.service';
import { DescribeCertificateDocument } from './certificate-document.openapi';
import { retryAfterSeconds } from './document-answers.openapi';
import { DocumentStatusResponse } from './document-status.dto';
import { HoldersOnly } from './holders-only.decorator';
import { sendDocument } from './send-document';

/** The PDF of a result, for clients that have its capability. */
@Public()
@Controller('api/results/:capability/certificate')
export class CertificateDocumentController {
  constructor(private readonly documents: CertificateDocumentsService) {}

  @Get()
  @HoldersOnly()
  @DescribeCertificateDocument()
  async get(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const document = await this.documents.get(capability, client);
    if (document.kind === 'stored') {
      sendDocument({ ...document, name: 'certificate' }, { req, res });
      return;
    }
    res.status(HttpStatus.ACCEPTED).set('retry-after', String(retryAfterSeconds));
    res.json(new DocumentStatusResponse());
  }
}
