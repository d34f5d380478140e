import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { answerDocument } from './answer-document';
import { CertificateDocumentsService } from './certificate-documents.service';
import { DescribeCertificateDocument } from './document-answers.openapi';
import { HoldersOnly } from './holders-only.decorator';

/** The PDF of a result, for clients that have its capability. */
@Public()
@Controller('api/results/:capability/certificate')
export class CertificateDocumentController {
  constructor(private readonly documents: CertificateDocumentsService) {}

  @Get()
  @HoldersOnly()
  @DescribeCertificateDocument
  async get(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    answerDocument('certificate', await this.documents.get(capability, client), { req, res });
  }
}
