import { type DocumentName, documentNames } from '@governance/assessments';
import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, Param, Req, Res, type Type } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { answerDocument } from './answer-document';
import { describeDocument } from './document-answers.openapi';
import { DocumentRequests } from './document-requests';
import { HoldersOnly } from './holders-only.decorator';

/** The PDFs of a result, for clients that have its capability. */
export const documentControllers = documentNames.map(controllerOf);

function controllerOf(name: DocumentName): Type {
  @Public()
  @Controller(`api/results/:capability/${name}`)
  class DocumentController {
    constructor(private readonly documents: DocumentRequests) {}

    @Get()
    @HoldersOnly()
    @describeDocument(name)
    async get(
      @Param('capability') capability: string,
      @ClientBucket() client: string,
      @Req() req: Request,
      @Res() res: Response,
    ): Promise<void> {
      answerDocument(name, await this.documents.get(name, capability, client), { req, res });
    }
  }
  return DocumentController;
}
