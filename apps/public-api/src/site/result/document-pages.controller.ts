import { type DocumentName, documentNames } from '@governance/assessments';
import { ClientBucket } from '@governance/http';
import { Get, HttpStatus, Param, Req, Res, type Type } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { DocumentRequests } from '../../results/document-requests';
import { HoldersOnly } from '../../results/holders-only.decorator';
import { sendDocument } from '../../results/send-document';
import { SiteAddresses } from '../../site-addresses';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { documentProblems, evidenceReportProblems } from '../problem-texts';
import { SitePages } from '../site-pages.decorator';
import { documentView } from './document-view';

const problems = { certificate: documentProblems, 'evidence-report': evidenceReportProblems };

/** The downloads of a result's PDFs, for people who have the address of the result. */
export const documentPages = documentNames.map(pagesOf);

function pagesOf(name: DocumentName): Type {
  @SitePages('results/:capability', problems[name])
  class DocumentPages {
    constructor(
      private readonly documents: DocumentRequests,
      private readonly renderer: PageRenderer,
      private readonly addresses: SiteAddresses,
    ) {}

    /** Says whether the file is ready. The script asks the API; without it, a link asks again. */
    @Get(name)
    @Page({ scripts: true })
    async status(@Param('capability') capability: string, @ClientBucket() client: string): Promise<string> {
      const { kind } = await this.documents.get(name, capability, client);
      const { addresses } = this;
      const ready = kind === 'stored';
      return this.renderer.render('document', documentView({ name, capability, ready, addresses }));
    }

    /** The file. Until it is made, the page that says so. */
    @Get(`${name}.pdf`)
    @HoldersOnly()
    async file(
      @Param('capability') capability: string,
      @ClientBucket() client: string,
      @Req() req: Request,
      @Res() res: Response,
    ): Promise<void> {
      const answer = await this.documents.get(name, capability, client);
      const page = `${this.addresses.publicBaseUrl}/results/${capability}/${name}`;
      if (answer.kind === 'stored') sendDocument({ ...answer, name }, { req, res });
      else res.status(HttpStatus.SEE_OTHER).set('location', page).end();
    }
  }
  return DocumentPages;
}
