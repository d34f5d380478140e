import { Public } from '@governance/auth-guards';
import { ClientBucket } from '@governance/http';
import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { CertificateDocumentsService } from '../../results/certificate-documents.service';
import { HoldersOnly } from '../../results/holders-only.decorator';
import { SiteAddresses } from '../../site-addresses';
import { DocumentErrorFilter } from '../page-errors.filter';
import { Page } from '../page-headers';
import { PageRenderer } from '../page-renderer';
import { documentView } from './document-view';
import { showDocument } from './show-document';

/** The download of a certificate, for people who have the address of its result. */
@Public()
@ApiExcludeController()
@UseFilters(DocumentErrorFilter)
@Controller('results/:capability')
export class ResultCertificateController {
  constructor(
    private readonly documents: CertificateDocumentsService,
    private readonly renderer: PageRenderer,
    private readonly addresses: SiteAddresses,
  ) {}

  /** Says whether the file is ready. The script asks the API; without it, a link asks again. */
  @Get('certificate')
  @Page({ scripts: true })
  async status(@Param('capability') capability: string, @ClientBucket() client: string): Promise<string> {
    const { kind } = await this.documents.get(capability, client);
    const { addresses } = this;
    const ready = kind === 'stored';
    return this.renderer.render(
      'document',
      documentView({ name: 'certificate', capability, ready, addresses }),
    );
  }

  /** The file. Until it is made, the page that says so. */
  @Get('certificate.pdf')
  @HoldersOnly()
  async file(
    @Param('capability') capability: string,
    @ClientBucket() client: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const answer = await this.documents.get(capability, client);
    const page = `${this.addresses.publicBaseUrl}/results/${capability}/certificate`;
    showDocument({ name: 'certificate', answer, page }, { req, res });
  }
}
